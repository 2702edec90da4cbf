--- Whether a file is the manifest of a data set, which web pages and extensions have too.
local function is_manifest(name, folder)
  if name ~= "manifest.json" then
    return false
  end
  local file = io.open(vim.fs.joinpath(folder, name))
  local text = file and file:read("a") or ""
  if file then
    file:close()
  end
  return text:find('"bench_id"', 1, true) ~= nil
end

--- Where a script, a configuration or a task belongs; no other JSON is shown to the server.
local function root_dir(buffer, start)
  local path = vim.api.nvim_buf_get_name(buffer)
  local project = vim.fs.root(path, "aite.config.json")
  if vim.bo[buffer].filetype == "aite" then
    start(project or vim.fs.root(path, ".git"))
  elseif vim.fs.basename(path) == "aite.config.json" then
    start(project)
  else
    local data_set = vim.fs.root(path, is_manifest)
    if data_set then
      start(project or data_set)
    end
  end
end

-- What `vim.lsp.enable("aite")` starts. `vim.lsp.config("aite", { … })` changes any of it.
return {
  cmd = { "aite", "lsp" },
  filetypes = { "aite", "json", "jsonc" },
  root_dir = root_dir,
  -- Code lenses of the server run scripts here, where the output can be seen.
  commands = {
    ["aite.run"] = function(command)
      local given = command.arguments[1]
      require("aite").run({ script = vim.uri_to_fname(given.script), line = given.line, headed = given.headed })
    end,
  },
}
