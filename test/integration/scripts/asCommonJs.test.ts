import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type { BuildOptions } from "esbuild";
import { expect, test } from "vitest";

import { asCommonJs } from "../../../scripts/asCommonJs.ts";
import { builtPrograms } from "./programBuild.ts";

function built(
  files: Readonly<Record<string, string>>,
  entryPoints: NonNullable<BuildOptions["entryPoints"]>,
  options: Pick<BuildOptions, "minify" | "sourcemap"> = {},
): Promise<string> {
  return builtPrograms(files, { entryPoints, plugins: [asCommonJs], ...options });
}

test.each([{ minify: true }, { minify: false }, { minify: false, sourcemap: "linked" as const }])(
  "an editor's require, and an import, load a program with its chunks: %o",
  async (options) => {
    const folder = await built(
      {
        "shared.ts": "export const shared = { count: 0 };",
        "late.ts":
          'import { shared } from "./shared.ts"; shared.count += 1; export const late = shared.count; export default "text";',
        "one.ts": `import { shared } from "./shared.ts";
        export const one = async () => { const late = await import("./late.ts"); return [shared.count, late.late, late.default]; };
        export const text = 'import("./late.js")';`,
        "two.ts": 'import { shared } from "./shared.ts"; export const two = () => shared;',
      },
      ["one.ts", "two.ts"],
      options,
    );
    const program = createRequire(import.meta.url)(join(folder, "one.js")) as {
      one: () => Promise<readonly unknown[]>;
      text: string;
    };
    expect(await program.one()).toEqual([1, 1, "text"]);
    expect(program.text).toBe('import("./late.js")');
    const { two } = (await import(join(folder, "two.js"))) as { two: () => unknown };
    expect(two()).toEqual({ count: 1 });
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const codes = files.filter((name) => name.endsWith(".js"));
    expect(codes).toHaveLength(4);
    for (const name of codes) {
      expect(readFileSync(join(folder, name), "utf8"), name).not.toContain("defineProperty");
    }
  },
);

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
