-- :checkhealth aite
return {
  check = function()
    vim.health.start("aite")
    local program = vim.lsp.config.aite.cmd[1]
    if vim.fn.executable(program) == 1 then
      vim.health.ok(vim.trim(vim.fn.system({ program, "--version" })))
    else
      vim.health.error(program .. " is not on the PATH", "vim.lsp.config('aite', { cmd = { '/path/to/aite', 'lsp' } })")
    end
    if vim.treesitter.language.add("aite") then
      vim.health.ok("the tree-sitter parser is built")
    else
      vim.health.warn("the tree-sitter parser is not built", "run build.lua of this plugin: see its README")
    end
  end,
}
