local M = {}

--- The program of the language server's configuration.
local function program()
  local cmd = vim.lsp.config.aite.cmd
  return type(cmd) == "table" and cmd[1] or "aite"
end

--- The root of a script's project: runs start there, and reports name files from there.
local function root(script)
  return vim.fs.root(script, "aite.config.json") or vim.fs.dirname(script)
end

--- Runs a script in a terminal below. Without one, the test that the cursor is in.
---
---@param what? { script?: string, line?: integer, headed?: boolean, args?: string[] }
function M.run(what)
  what = what or {}
  local script = what.script or vim.api.nvim_buf_get_name(0)
  local line = what.line or (not what.script and vim.api.nvim_win_get_cursor(0)[1]) or nil
  if not what.script and vim.bo.modified then
    vim.cmd.write()
  end
  local folder = root(script)
  local path = vim.fs.relpath(folder, script) or script
  local command = { program(), "run", line and ("%s:%d"):format(path, line) or path }
  if what.headed then
    table.insert(command, "--headed")
  end
  vim.list_extend(command, what.args or {})
  vim.cmd("botright 15new")
  vim.bo.bufhidden = "wipe"
  vim.fn.jobstart(command, { term = true, cwd = folder })
  vim.cmd.wincmd("p")
end

return M
