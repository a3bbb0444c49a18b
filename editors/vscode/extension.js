// Starts `polycty lsp` for the documents of its languages.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const LANGUAGES = [
  "hcl",
  "terraform",
  "terraform-vars",
  "opentofu",
  "opentofu-vars",
  "puppet",
  "epp",
  "mcl",
  "pcl",
];

// Terraform files in JSON syntax, and Hiera data.
const PATTERNS = ["**/*.{tf,tofu,tfvars}.json", "**/{data,hieradata}/**/*.{yaml,yml,json}"];

/** @type {LanguageClient | undefined} */
let client;

exports.activate = async function () {
  const command = workspace.getConfiguration("polycty").get("path", "polycty");
  /** @type {import("vscode-languageclient/node").Executable} */
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("polycty", "polycty", server, {
    documentSelector: [
      ...LANGUAGES.map((language) => ({ language })),
      ...PATTERNS.map((pattern) => ({ scheme: "file", pattern })),
    ],
  });
  await client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
