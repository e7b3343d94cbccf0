import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

import { asCommonJs } from "../../../scripts/asCommonJs.ts";
import { plainEditorApi } from "../../../scripts/plainEditorApi.ts";

const files = {
  "entry.ts":
    'import * as vscode from "vscode"; import { other } from "./other.ts"; export const seen = [vscode, vscode.window, ...other];',
  "other.ts":
    'import * as vscode from "vscode"; import { l10n } from "vscode"; export const other = [vscode, l10n];',
};

/** What a bundle exports that is built as the extension is, with this as the editor's API. */
async function loaded(api: object, format: "cjs" | "esm", minify: boolean): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "plain-editor-api-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  await build({
    absWorkingDir: folder,
    entryPoints: ["entry.ts"],
    outdir: join(folder, "dist"),
    bundle: true,
    metafile: true,
    minify,
    platform: "node",
    format,
    external: ["vscode"],
    logLevel: "silent",
    plugins: format === "esm" ? [plainEditorApi, asCommonJs] : [plainEditorApi],
  });
  const code = readFileSync(join(folder, "dist", "entry.js"), "utf8");
  const module = { exports: { seen: undefined } };
  // oxlint-disable-next-line typescript/no-implied-eval -- as an editor loads a bundle, with its own `require`
  const run = new Function("require", "module", "exports", code) as (...scope: unknown[]) => void;
  run(() => api, module, module.exports);
  return module.exports.seen;
}

test.each([
  ["cjs", true],
  ["cjs", false],
  ["esm", true],
  ["esm", false],
] as const)(
  "each file of a bundle has the editor's API itself: %s, minified %s",
  async (format, minify) => {
    const api = { window: {}, l10n: {} };
    const seen = (await loaded(api, format, minify)) as readonly unknown[];
    expect(seen).toHaveLength(4);
    expect([api, api.window, api, api.l10n].map((part, at) => seen[at] === part)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  },
);
