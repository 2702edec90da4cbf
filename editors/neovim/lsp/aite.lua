-- What `vim.lsp.enable("aite")` starts. `vim.lsp.config("aite", { … })` changes any of it.
return {
  cmd = { "aite", "lsp" },
  filetypes = { "aite" },
  root_markers = { "aite.config.json", ".git" },
  -- Code lenses of the server run scripts here, where the output can be seen.
  commands = {
    ["aite.run"] = function(command)
      local given = command.arguments[1]
      require("aite").run({ script = vim.uri_to_fname(given.script), line = given.line, headed = given.headed })
    end,
  },
}
