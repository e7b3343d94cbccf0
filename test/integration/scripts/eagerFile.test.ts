import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

import { asCommonJs } from "../../../scripts/asCommonJs.ts";
import { eagerFile } from "../../../scripts/eagerFile.ts";

const files = {
  "state.ts": "export const state = { count: 0 }; state.count += 1;",
  "words.ts":
    'import { state } from "./state.ts"; export const words = () => `seen ${state.count}`;',
  "late.ts":
    'import { words } from "./words.ts"; import { state } from "./state.ts"; state.count += 1; export const late = words();',
  "host.ts":
    'import { state } from "./state.ts"; import { words } from "./words.ts"; export const host = async () => [words(), (await import("./late.ts")).late, state.count];',
  "program.ts": 'import { state } from "./state.ts"; export const program = () => state.count;',
};

/** Builds a host and a program that share a chunk; returns the folder of the outputs. */
async function built(minify: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "eager-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  await build({
    absWorkingDir: folder,
    entryPoints: { host: "host.ts", "chunks/program": "program.ts" },
    outdir: join(folder, "dist"),
    bundle: true,
    metafile: true,
    minify,
    platform: "node",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    target: "node22",
    logLevel: "silent",
    plugins: [asCommonJs, eagerFile("host.ts")],
  });
  return join(folder, "dist");
}

const load = createRequire(import.meta.url);

test("what a host loads at once is one file, with one state for all that use it", async () => {
  const folder = await built(true);
  const names = readdirSync(join(folder, "chunks")).map((name) => name.replace(/-.{8}\./u, "."));
  expect(names.toSorted()).toEqual(["eager.js", "late.js", "package.json", "program.js"]);
  const { host } = load(join(folder, "host.js")) as { host: () => Promise<readonly unknown[]> };
  expect(await host()).toEqual(["seen 1", "seen 2", 2]);
  const { program } = load(join(folder, "chunks", "program.js")) as { program: () => unknown };
  expect(program()).toBe(2);
});

test("a build for development keeps its chunks", async () => {
  const folder = await built(false);
  expect(readdirSync(join(folder, "chunks"))).not.toContain("eager.js");
  const { host } = load(join(folder, "host.js")) as { host: () => Promise<readonly unknown[]> };
  expect(await host()).toEqual(["seen 1", "seen 2", 2]);
});
