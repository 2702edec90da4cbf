vim.bo.commentstring = "# %s"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
-- What a word is for `*` and `w`: names and journeys have dashes.
vim.opt_local.iskeyword:append("-")

vim.b.undo_ftplugin = "setlocal commentstring< expandtab< shiftwidth< softtabstop< iskeyword< foldmethod< foldexpr<"

-- Colours of the grammar, when its parser was built; the language server's own come besides.
if vim.treesitter.language.add("aite") then
  vim.treesitter.start()
  vim.wo.foldmethod = "expr"
  vim.wo.foldexpr = "v:lua.vim.treesitter.foldexpr()"
  vim.wo.foldlevel = 99
end
