// Starts `polycty lsp` for the documents of its languages.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const LANGUAGES = ["mcl", "pcl"];

let client;

exports.activate = async function () {
  const command = workspace.getConfiguration("polycty").get("path", "polycty");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("polycty", "polycty", server, {
    documentSelector: LANGUAGES.map((language) => ({ language })),
  });
  await client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
