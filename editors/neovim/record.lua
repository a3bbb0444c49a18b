-- The configuration of Neovim for `record.py`: the server, colors, and completion.
vim.o.termguicolors = true
vim.o.number = true
vim.o.showmode = false
vim.o.ruler = false
vim.o.laststatus = 0
vim.o.cmdheight = 1
vim.o.shortmess = vim.o.shortmess .. 'cFIW'
vim.o.completeopt = 'menuone,noinsert'
vim.o.tabstop = 4
vim.o.autoindent = true
vim.cmd('syntax off')

local colors = {
  Normal = { fg = '#d8dee9', bg = '#20242c' },
  EndOfBuffer = { fg = '#20242c', bg = '#20242c' },
  LineNr = { fg = '#5c6575' },
  Pmenu = { fg = '#d8dee9', bg = '#343b49' },
  PmenuSel = { fg = '#20242c', bg = '#88c0d0' },
  PmenuSbar = { bg = '#343b49' },
  PmenuThumb = { bg = '#5c6575' },
  NormalFloat = { fg = '#d8dee9', bg = '#343b49' },
  FloatBorder = { fg = '#88c0d0', bg = '#343b49' },
  MsgArea = { fg = '#a7b0c0', bg = '#20242c' },
  Question = { fg = '#a3be8c', bg = '#20242c' },
  MsgSeparator = { fg = '#5c6575', bg = '#20242c' },
  MoreMsg = { fg = '#a3be8c', bg = '#20242c' },
  MatchParen = { fg = '#ebcb8b' },
  DiagnosticError = { fg = '#ef7a85' },
  DiagnosticWarn = { fg = '#ebcb8b' },
  DiagnosticUnderlineError = { underline = true, sp = '#ef7a85' },
  SignColumn = { bg = '#20242c' },
}
for name, color in pairs(colors) do
  vim.api.nvim_set_hl(0, name, color)
end
vim.diagnostic.config({
  signs = false,
  float = {
    header = '',
    prefix = ' ',
    border = 'rounded',
    format = function(found)
      return (found.message:gsub('; ', '\n '):gsub('%. ', '.\n '):gsub(', got', ',\n got'))
    end,
  },
  virtual_text = { prefix = '■', format = function(found) return found.message:match('[^;]*') end },
})
-- The parts of a documentation in Markdown are not highlighted.
vim.lsp.util.stylize_markdown = function(buffer, contents)
  local lines = {}
  for _, line in ipairs(contents) do
    if not line:match('^```') then
      table.insert(lines, line)
    end
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  return lines
end

-- The colors of semantic tokens, which Neovim itself shows since version 0.9.
local token_colors = {
  keyword = '#b48ead', type = '#8fbcbb', class = '#8fbcbb', struct = '#8fbcbb', string = '#a3be8c',
  number = '#d08770', comment = '#7b8698', ['function'] = '#88c0d0', property = '#81a1c1',
  enumMember = '#8fbcbb', variable = '#e5d3a1', parameter = '#e5d3a1', namespace = '#8fbcbb',
}
for name, color in pairs(token_colors) do
  vim.api.nvim_set_hl(0, 'Token' .. name, { fg = color })
end
local space = vim.api.nvim_create_namespace('tokens')
local function show_tokens(client, buffer)
  local legend = client.server_capabilities.semanticTokensProvider.legend.tokenTypes
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  client.request('textDocument/semanticTokens/full', params, function(_, result)
    vim.api.nvim_buf_clear_namespace(buffer, space, 0, -1)
    local data, line, column = result and result.data or {}, 0, 0
    for at = 1, #data, 5 do
      line = line + data[at]
      column = data[at] == 0 and column + data[at + 1] or data[at + 1]
      local group = 'Token' .. legend[data[at + 3] + 1]
      pcall(vim.api.nvim_buf_add_highlight, buffer, space, group, line, column, column + data[at + 2])
    end
  end, buffer)
end

-- Version 0.7 detects file types in Lua only with this variable.
vim.g.do_filetype_lua = 1
vim.filetype.add({ extension = { mcl = 'mcl', pp = 'puppet', tf = 'terraform' } })
vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'terraform', 'puppet', 'mcl' },
  callback = function()
    local id = vim.lsp.start_client({
      name = 'polycty',
      cmd = { vim.env.POLYCTY, 'lsp' },
      root_dir = vim.fn.getcwd(),
      init_options = { terraform = { providerSchema = vim.fn.filereadable('schema.json') == 1 and 'schema.json' or '' } },
      on_attach = function(client, buffer)
        vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
        show_tokens(client, buffer)
        vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
          buffer = buffer,
          callback = function() vim.defer_fn(function() show_tokens(client, buffer) end, 100) end,
        })
        print('ready')
      end,
    })
    vim.lsp.buf_attach_client(0, id)
  end,
})
