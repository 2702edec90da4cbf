if vim.g.loaded_aite then
  return
end
vim.g.loaded_aite = true

vim.filetype.add({ extension = { aite = "aite" } })
vim.lsp.enable("aite")

vim.api.nvim_create_user_command("AiteRun", function(command)
  require("aite").run({ headed = command.bang, args = command.fargs })
end, {
  bang = true,
  nargs = "*",
  complete = "file",
  desc = "Run the test that the cursor is in; with ! in a browser that can be seen",
})
