import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { commandNames } from "../../../src/extension/editor/commandNames.ts";
import { editorToolNames } from "../../../src/extension/tools/editorToolNames.ts";

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly enabledApiProposals?: unknown;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly viewsContainers: Readonly<Record<string, unknown>>;
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope: string }>>;
    };
  };
}

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const manifest = JSON.parse(read("package.json")) as Manifest;
const { contributes } = manifest;

test("every command of the manifest exists, and every command is in the manifest", () => {
  const declared = contributes.commands.map(({ command }) => command);
  expect(declared.toSorted()).toEqual(commandNames.map((name) => `aiHub.${name}`).toSorted());
});

test("every tool of the manifest is registered", () => {
  expect(contributes.languageModelTools.map(({ name }) => name)).toEqual(editorToolNames);
});

test("no setting that says where data goes can be set by a workspace", () => {
  const scopes = Object.values(contributes.configuration.properties).map(({ scope }) => scope);
  expect(new Set(scopes)).toEqual(new Set(["application"]));
});

test("every setting is in the table of docs/using.md, and nothing else is", () => {
  const rows = read("docs/using.md").matchAll(/^\| `(aiHub\.[\w.]+)`/gmu);
  const names = Object.keys(contributes.configuration.properties);
  expect(Array.from(rows, ([, name = ""]) => name).toSorted()).toEqual(names.toSorted());
});

test("key bindings always have a condition", () => {
  expect(contributes.keybindings.filter(({ when }) => when === undefined)).toEqual([]);
});

test("the view is in the activity bar, which every fork has, and no proposed API is asked for", () => {
  expect(Object.keys(contributes.viewsContainers)).toEqual(["activitybar"]);
  expect(manifest.enabledApiProposals).toBeUndefined();
});

test("the types are of the oldest editor that is promised", () => {
  expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies["@types/vscode"] ?? ""}`);
});
