import { createRequire } from "node:module";
import { join } from "node:path";

import type { BuildOptions } from "esbuild";
import { expect, test } from "vitest";

import { asCommonJs } from "../../../scripts/asCommonJs.ts";
import { builtPrograms } from "./programBuild.ts";

function built(
  files: Readonly<Record<string, string>>,
  entryPoints: NonNullable<BuildOptions["entryPoints"]>,
): Promise<string> {
  return builtPrograms(files, { entryPoints, plugins: [asCommonJs] });
}

test("an editor's require, and an import, load a program with its chunks", async () => {
  const folder = await built(
    {
      "shared.ts": "export const shared = { count: 0 };",
      "late.ts":
        'import { shared } from "./shared.ts"; shared.count += 1; export const late = shared.count;',
      "one.ts":
        'import { shared } from "./shared.ts"; export const one = async () => [shared.count, (await import("./late.ts")).late];',
      "two.ts": 'import { shared } from "./shared.ts"; export const two = () => shared;',
    },
    ["one.ts", "two.ts"],
  );
  const program = createRequire(import.meta.url)(join(folder, "one.js")) as {
    one: () => Promise<readonly number[]>;
  };
  expect(await program.one()).toEqual([0, 1]);
  const { two } = (await import(join(folder, "two.js"))) as { two: () => unknown };
  expect(two()).toEqual({ count: 1 });
});

test("chunks load below a package of ES modules, too", async () => {
  const folder = await built(
    {
      "package.json": '{"type":"module"}',
      "one.ts": 'export const one = async () => (await import("./late.ts")).late;',
      "late.ts": "export const late = 7;",
    },
    { "chunks/one": "one.ts" },
  );
  const { one } = (await import(join(folder, "chunks/one.js"))) as { one: () => Promise<number> };
  expect(await one()).toBe(7);
});

test("a program that would mean something else as CommonJS fails the build", async () => {
  const building = built({ "one.ts": "export const place = () => import.meta.url;" }, ["one.ts"]);
  await expect(building).rejects.toThrow("one.js cannot be CommonJS");
});
