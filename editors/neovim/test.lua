-- `nvim --clean --headless -l test.lua` with AITE_PROGRAM: the plugin against the real language server.
local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, "S").source:sub(2)))
local root = vim.fs.normalize(here .. "/../..")
local program = vim.env.AITE_PROGRAM or (root .. "/target/debug/aite")
local PATIENCE = 20000

local function check(holds, what, shown)
  if not holds then
    io.stderr:write("not ok: " .. what .. "\n" .. (shown and vim.inspect(shown) or "") .. "\n")
    os.exit(1)
  end
  io.stdout:write("ok: " .. what .. "\n")
end

local function wait(what, condition)
  check(vim.wait(PATIENCE, condition, 20), what, vim.lsp.get_clients())
end

dofile(here .. "/build.lua")
vim.opt.runtimepath:prepend(here)
vim.cmd.runtime("plugin/aite.lua")
vim.cmd.filetype("plugin on")
vim.lsp.config("aite", { cmd = { program, "lsp" } })

-- A project of its own, so that nothing of the repository is written.
local project = vim.fn.tempname()
vim.fn.mkdir(project .. "/scripts", "p")
vim.fn.writefile({ "{}" }, project .. "/aite.config.json")
local script = project .. "/scripts/a.aite"
vim.fn.writefile({ 'test "t"', '  step "s"', '    clik text:"a" # no', '    press Enter', '    cl' }, script)

vim.cmd.edit(script)
check(vim.bo.filetype == "aite", "a script has its file type")
wait("the language server is attached", function()
  local client = vim.lsp.get_clients({ bufnr = 0, name = "aite" })[1]
  return client and client.initialized
end)
check(vim.lsp.get_clients()[1].root_dir == vim.uv.fs_realpath(project), "its root is the project", vim.lsp.get_clients()[1].root_dir)
wait("mistakes are shown", function()
  return #vim.diagnostic.get(0) > 0
end)
local first = vim.diagnostic.get(0)[1]
check(first.code == "E002" and first.lnum == 2 and first.col == 4, "the first is the verb that does not exist", first)

wait("Run stands above the test", function()
  return vim.iter(vim.lsp.codelens.get(0)):any(function(lens)
    return lens.command ~= nil and lens.command.title == "Run" and lens.range.start.line == 0
  end)
end)

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, PATIENCE) or {}
  for _, answer in pairs(answers) do
    return answer.result, answer.err
  end
end

local at = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 4, character = 6 } }
local found = request("textDocument/completion", at)
local labels = vim.tbl_map(function(item)
  return item.label
end, found and (found.items or found) or {})
check(vim.iter(labels):any(function(label)
  return vim.startswith(label, "click")
end), "completion knows the verbs", labels)

local captures = function(line, column)
  return vim.tbl_map(function(capture)
    return capture.capture
  end, vim.treesitter.get_captures_at_pos(0, line, column))
end
vim.treesitter.get_parser(0, "aite"):parse(true)
check(vim.tbl_contains(captures(0, 2), "keyword"), "tree-sitter colours keywords", captures(0, 2))
check(vim.tbl_contains(captures(3, 5), "function.builtin"), "tree-sitter colours verbs", captures(3, 5))
check(vim.tbl_contains(captures(3, 11), "constant"), "tree-sitter colours keys", captures(3, 11))
check(vim.fn.foldlevel(3) == 1, "a step can be folded", vim.fn.foldlevel(3))

-- Which JSON is shown to the server, and which is not.
local bad = vim.fn.readfile(root .. "/fixtures/tasks/bad/driver-kind.json")
vim.fn.mkdir(project .. "/bench/tasks", "p")
vim.fn.mkdir(project .. "/page", "p")
vim.fn.writefile(vim.fn.readfile(root .. "/fixtures/tasks/data-set/manifest.json"), project .. "/bench/manifest.json")
vim.fn.writefile(bad, project .. "/bench/tasks/bad.json")
vim.fn.writefile({ '{ "name": "a web page" }' }, project .. "/page/manifest.json")
vim.fn.writefile(bad, project .. "/page/other.json")
local function attached()
  return #vim.lsp.get_clients({ bufnr = 0, name = "aite" })
end
vim.cmd.edit(project .. "/bench/tasks/bad.json")
wait("mistakes of a task are shown", function()
  return vim.iter(vim.diagnostic.get(0)):any(function(found)
    return found.code:match("^T%d") ~= nil
  end)
end)
check(#vim.lsp.get_clients({ name = "aite" }) == 1, "by the server that is there already")
vim.cmd.edit(project .. "/aite.config.json")
wait("the configuration is shown to the server", function()
  return attached() == 1
end)
vim.cmd.edit(project .. "/page/other.json")
check(attached() == 0, "JSON of others is not shown to the server")
vim.cmd.edit(script)

-- :AiteRun refuses a script that does not parse, and says so in its terminal.
local before = #vim.api.nvim_list_wins()
vim.api.nvim_win_set_cursor(0, { 4, 0 })
vim.cmd.AiteRun()
check(#vim.api.nvim_list_wins() == before + 1, "AiteRun opens a terminal")
local terminal = vim.iter(vim.api.nvim_list_bufs()):find(function(buffer)
  return vim.bo[buffer].buftype == "terminal"
end)
wait("AiteRun runs the script", function()
  local text = table.concat(vim.api.nvim_buf_get_lines(terminal, 0, -1, false), "\n")
  return text:find('unknown command "clik"', 1, true) ~= nil
end)

vim.lsp.stop_client(vim.lsp.get_clients())
wait("the server ends with its client", function()
  return #vim.lsp.get_clients() == 0
end)
vim.fn.delete(project, "rf")
os.exit(0)
