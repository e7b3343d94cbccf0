import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { expect, test } from "vitest";

import { asCommonJs } from "../../../scripts/asCommonJs.ts";
import { eagerChunks } from "../../../scripts/eagerChunks.ts";
import { builtPrograms } from "./programBuild.ts";

/** Without the plugin these are six chunks: `base`, `one`, `two` and `editor` have other users each. */
const files = {
  "base.ts": "export const order: string[] = []; export class Base { name = 'base'; }",
  "one.ts":
    'import { Base, order } from "./base.ts"; order.push("one"); export class One extends Base {}',
  "two.ts": 'import { order } from "./base.ts"; order.push("two"); export const two = () => order;',
  "editor.ts": 'import { order } from "./base.ts"; order.push("editor"); export const editor = 1;',
  "lateOne.ts":
    'import { One } from "./one.ts"; import { order } from "./base.ts"; order.push("late"); export const late = new One().name;',
  "lateTwo.ts": 'import { editor } from "./editor.ts"; export const late = editor;',
  "host.ts": `import { One } from "./one.ts"; import { two } from "./two.ts"; import { editor } from "./editor.ts";
    export const host = async () => [new One().name, editor, (await import("./lateOne.ts")).late, (await import("./lateTwo.ts")).late, ...two()];`,
  "program.ts":
    'import { two } from "./two.ts"; export const program = async () => [...two(), (await import("./lateOne.ts")).late];',
};

/** Builds a host and a program with much in common; returns the folder of the outputs. */
function built(minify: boolean): Promise<string> {
  const sources = Object.entries(files).map(([name, text]) => [`src/${name}`, text] as const);
  return builtPrograms(Object.fromEntries(sources), {
    entryPoints: { host: "src/host.ts", "chunks/program": "src/program.ts" },
    plugins: [eagerChunks("src/host.ts"), asCommonJs],
    minify,
  });
}

const load = createRequire(import.meta.url);

test.each([true, false])(
  "what a host loads at once is two chunks, also of a build for development: minified %s",
  async (minify) => {
    const folder = await built(minify);
    const names = readdirSync(join(folder, "chunks")).map((name) => name.replace(/-.{8}\./u, "."));
    expect(names.toSorted()).toEqual([
      "chunk.js",
      "chunk.js",
      "lateOne.js",
      "lateTwo.js",
      "package.json",
      "program.js",
    ]);
  },
);

test("a module runs once, after what it imports, for all that use it", async () => {
  const folder = await built(true);
  const { host } = load(join(folder, "host.js")) as { host: () => Promise<readonly unknown[]> };
  expect(await host()).toEqual(["base", 1, "base", 1, "one", "two", "editor", "late"]);
  const { program } = load(join(folder, "chunks", "program.js")) as { program: () => unknown };
  expect(await program()).toEqual(["one", "two", "editor", "late", "base"]);
});

test("a program runs nothing that only the host needs", async () => {
  const folder = await built(true);
  const { program } = load(join(folder, "chunks", "program.js")) as { program: () => unknown };
  expect(await program()).toEqual(["one", "two", "base"]);
});
