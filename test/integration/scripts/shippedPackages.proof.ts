import { readFileSync } from "node:fs";
import { join } from "node:path";

import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";

import { bundlesOf } from "../../../scripts/bundles.ts";
import { buildForEditor, editorBundlesOf } from "../../../scripts/editorBundles.ts";
import { root } from "../../../scripts/paths.ts";

test("the dependencies of package.json are the packages whose code the bundles take", async () => {
  const metafiles: Metafile[] = [];
  for (const options of bundlesOf(false)) {
    const { metafile } = await build({
      ...options,
      absWorkingDir: root,
      logLevel: "error",
      metafile: true,
      minify: false,
      write: false,
    });
    metafiles.push(metafile);
  }
  for (const options of Object.values(editorBundlesOf(false))) {
    metafiles.push(await buildForEditor(options, false));
  }
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(Object.keys(manifest.dependencies)).toEqual(importedBySource(metafiles));
}, 60_000);

/** Packages that files of `src` import, sorted. A package that only another package imports is not one of ours. */
function importedBySource(metafiles: readonly Metafile[]): readonly string[] {
  const names = metafiles
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([file]) => file.startsWith("src/"))
    .flatMap(([, { imports }]) => imports)
    .map(({ path }) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(path)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].toSorted();
}
