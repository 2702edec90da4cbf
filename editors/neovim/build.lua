-- Compiles the tree-sitter parser into parser/aite.so: `nvim -l build.lua`. Plugin managers run it by themselves.
local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, "S").source:sub(2)))
local source = vim.fs.normalize(here .. "/../../grammar/tree-sitter-aite/src")
vim.fn.mkdir(here .. "/parser", "p")
local result = vim
  .system({
    vim.env.CC or "cc",
    "-shared",
    "-fPIC",
    "-Os",
    "-std=c11",
    "-I" .. source,
    source .. "/parser.c",
    source .. "/scanner.c",
    "-o",
    here .. "/parser/aite.so",
  }, { text = true })
  :wait()
if result.code ~= 0 then
  error("the parser could not be compiled:\n" .. result.stderr)
end
