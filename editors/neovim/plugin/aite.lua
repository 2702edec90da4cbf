if vim.g.loaded_aite then
  return
end
vim.g.loaded_aite = true

vim.filetype.add({ extension = { aite = "aite" } })
vim.lsp.enable("aite")

-- Above a test and its steps stands how to run them and how it went last time, unless `vim.g.aite_lenses` is false.
local lenses = vim.api.nvim_create_augroup("aite.lenses", {})
vim.api.nvim_create_autocmd("LspAttach", {
  group = lenses,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if not client or client.name ~= "aite" or vim.g.aite_lenses == false then
      return
    end
    local function refresh()
      vim.lsp.codelens.refresh({ bufnr = event.buf })
    end
    -- A server that was started again attaches again.
    vim.api.nvim_clear_autocmds({ group = lenses, buffer = event.buf })
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "TextChanged" }, {
      group = lenses,
      buffer = event.buf,
      callback = refresh,
    })
    refresh()
  end,
})

vim.api.nvim_create_user_command("AiteRun", function(command)
  require("aite").run({ headed = command.bang, args = command.fargs })
end, {
  bang = true,
  nargs = "*",
  complete = "file",
  desc = "Run the test that the cursor is in; with ! in a browser that can be seen",
})
