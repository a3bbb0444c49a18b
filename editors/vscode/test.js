// Starts the server as the extension does, with the protocol's library of VS Code, and requests a completion
// for a document of each language that the extension contributes.
//
//     npm install && POLYCTY=../../target/release/polycty npm test
"use strict";

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const protocol = require("vscode-languageserver-protocol/node");
const { contributes } = require("./package.json");

// A text of each language, and the label that is completed at its end.
/** @type {Record<string, [string, string | null]>} */
const TEXTS = {
  hcl: ["a = [1]\n", null],
  terraform: ['variable "zone" {}\noutput "o" {\n  value = var.', "zone"],
  "terraform-vars": ["z", "zone"],
  opentofu: ['variable "tofu" {}\noutput "p" {\n  value = var.', "tofu"],
  puppet: ["class demo(Integer $port) {\n  notice($po", "port"],
  epp: ["<%- | Integer $port | -%>\n<%= $po", "port"],
  mcl: ['import "fmt"\n$a = fmt.pri', "printf"],
  pcl: ["config region string {}\na = reg", "region"],
};

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "polycty-"));
  const uri = (/** @type {string} */ name) => pathToFileURL(join(folder, name)).toString();
  writeFileSync(join(folder, "zone.tf"), 'variable "zone" {}\n');
  const server = spawn(process.env.POLYCTY ?? "polycty", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  connection.listen();
  try {
    const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: [{ uri: uri(""), name: "test" }],
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    });
    assert.ok(capabilities.completionProvider);
    connection.sendNotification(protocol.InitializedNotification.type, {});
    for (const { id, extensions } of contributes.languages) {
      const [text, expected] = TEXTS[id];
      const document = { uri: uri(`document${extensions[0]}`), languageId: id, version: 1, text };
      const opened = { textDocument: document };
      connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, opened);
      const lines = text.split("\n");
      const position = { line: lines.length - 1, character: lines[lines.length - 1].length };
      const textDocument = { uri: document.uri };
      const found = await connection.sendRequest(protocol.CompletionRequest.type, { textDocument, position });
      const labels = (Array.isArray(found) ? found : (found?.items ?? [])).map((item) => item.label);
      assert.ok(expected === null || labels.includes(expected), `${id}: ${labels}`);
      const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument });
      assert.ok(expected !== null || symbols?.length, `${id}: no symbols`);
      connection.sendNotification(protocol.DidCloseTextDocumentNotification.type, { textDocument });
      console.log(`${id}: ${expected ?? "symbols"}`);
    }
    await connection.sendRequest(protocol.ShutdownRequest.type);
    await connection.sendNotification(protocol.ExitNotification.type);
    const status = await new Promise((resolve) => server.once("exit", resolve));
    assert.equal(status, 0);
  } finally {
    server.kill();
    connection.dispose();
    rmSync(folder, { recursive: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
