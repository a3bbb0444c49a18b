//! Neovim without a screen as the client of the server.

use crate::client::folder;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Records a test that is left out, as the tests of the C ABI do.
fn left_out(what: &str, missing: &str) {
    let line = format!("left out: {what} (there is no {missing} here)\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../left-out");
    let file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(record);
    let written = file.and_then(|mut file| writeln!(file, "{what} ({missing})"));
    written.expect("the record of what is left out is writable");
}

fn is_installed() -> bool {
    let mut version = Command::new("nvim");
    let version = version.arg("--version").stdout(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// Completion, hover, renaming and formatting, each through the functions of Neovim's client. The
/// program writes a line for each result.
const PROGRAM: &str = r#"
local server, folder, out = vim.env.POLYCTY, vim.env.FOLDER, vim.env.OUT
local lines = {}
local function say(text) table.insert(lines, text) end
local function open(name, language)
  vim.cmd('edit ' .. folder .. '/' .. name)
  vim.bo.filetype = language
  local id = vim.lsp.start_client({
    name = 'polycty', cmd = { server, 'lsp', '--stdio' }, root_dir = folder,
    workspace_folders = { { uri = vim.uri_from_fname(folder), name = 'w' } },
  })
  vim.lsp.buf_attach_client(0, id)
  assert(vim.wait(30000, function()
    local client = vim.lsp.get_client_by_id(id)
    return client and client.initialized
  end), 'the server starts')
  return id
end
local function ask(method, params)
  local found = vim.lsp.buf_request_sync(0, method, params, 30000)
  for _, answer in pairs(found or {}) do
    assert(not answer.err, vim.inspect(answer.err))
    return answer.result
  end
end
open('main.mcl', 'mcl')
assert(vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end), 'there are diagnostics')
say('diagnostic ' .. vim.diagnostic.get(0)[1].message)
vim.api.nvim_win_set_cursor(0, { 3, 9 })
local hover = ask('textDocument/hover', vim.lsp.util.make_position_params())
say('hover ' .. hover.contents.value:gsub('\n', ' '))
vim.api.nvim_win_set_cursor(0, { 3, 9 })
local found = ask('textDocument/completion', vim.lsp.util.make_position_params())
local items = vim.lsp.util.text_document_completion_list_to_complete_items(found, 'fi')
say('completion ' .. items[1].word)
vim.lsp.buf.rename('second')
assert(vim.wait(30000, function()
  return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('second')
end), 'the name changes')
say('rename ' .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '|'))
vim.cmd('write')
open('main.pcl', 'pcl')
local function format()
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 30000 })
  else
    vim.lsp.buf.formatting_sync(nil, 30000)
  end
end
format()
say('format ' .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '|'))
vim.cmd('write')
open('main.tf', 'terraform')
vim.api.nvim_win_set_cursor(0, { 4, 28 })
hover = ask('textDocument/hover', vim.lsp.util.make_position_params())
say('terraform hover ' .. hover.contents.value:gsub('\n', ' '))
vim.api.nvim_win_set_cursor(0, { 4, 29 })
found = ask('textDocument/completion', vim.lsp.util.make_position_params())
items = vim.lsp.util.text_document_completion_list_to_complete_items(found, 'zo')
say('terraform completion ' .. items[1].word)
format()
say('terraform format ' .. table.concat(vim.api.nvim_buf_get_lines(0, 3, 4, false), '|'))
vim.cmd('write')
open('init.pp', 'puppet')
assert(vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end), 'there are diagnostics')
say('puppet diagnostic ' .. vim.diagnostic.get(0)[1].message)
vim.api.nvim_win_set_cursor(0, { 4, 12 })
hover = ask('textDocument/hover', vim.lsp.util.make_position_params())
say('puppet hover ' .. hover.contents.value:gsub('\n', ' '))
vim.api.nvim_win_set_cursor(0, { 4, 12 })
vim.lsp.buf.rename('number')
assert(vim.wait(30000, function()
  return vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]:find('number')
end), 'the name changes')
format()
say('puppet format ' .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '|'))
vim.cmd('write')
local file = io.open(out, 'w')
file:write(table.concat(lines, '\n') .. '\n')
file:close()
vim.cmd('qall!')
"#;

#[test]
fn neovim_completes_hovers_renames_and_formats() {
    if !is_installed() {
        return left_out("the language server in Neovim", "nvim");
    }
    let folder = folder("neovim");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("the folder is writable");
    };
    write(
        "main.mcl",
        "$first = [1, 2]\nprint \"p\" {\n\tmsg => $first,\n}\n$b = $none\n",
    );
    write("main.pcl", "a   =   1\n");
    write(
        "main.tf",
        "variable \"zone\" {\n  type = string\n}\noutput \"o\" { value   = var.zone }\n",
    );
    write(
        "init.pp",
        "class web (\n  Integer $port,\n) {\n  $next = $port + 1\n  file { '/a':\n  ensure=>file,\n    bad => $none,\n  }\n}\n",
    );
    write("test.lua", PROGRAM);
    let out = folder.join("out");
    let home = folder.join("home");
    let ran = Command::new("timeout")
        .args(["120", "nvim", "--headless", "--clean", "-n", "-c"])
        .arg(format!("luafile {}", folder.join("test.lua").display()))
        .env("POLYCTY", env!("CARGO_BIN_EXE_polycty"))
        .env("FOLDER", &folder)
        .env("OUT", &out)
        .env("XDG_STATE_HOME", &home)
        .env("XDG_CACHE_HOME", &home)
        .stdin(Stdio::null())
        .output()
        .expect("timeout is a part of each system");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let lines = std::fs::read_to_string(&out).unwrap_or_default();
    let expected = [
        "diagnostic var `$none` does not exist in this scope",
        "hover ```mcl $first []int ```",
        "completion first",
        "rename $second = [1, 2]|print \"p\" {|\tmsg => $second,|}|$b = $none",
        "format a = 1",
        "terraform hover ```terraform var.zone: string ```",
        "terraform completion zone",
        "terraform format output \"o\" { value = var.zone }",
        "puppet diagnostic file: no parameter named 'bad'",
        "puppet hover ```puppet Integer $port ```  Parameter of class `web`",
        "puppet format class web (|  Integer $number,|) {|  $next = $number + 1|  file { '/a':|    \
         ensure => file,|    bad    => $none,|  }|}",
    ];
    assert_eq!(lines.lines().collect::<Vec<_>>(), expected, "{stderr}");
}
