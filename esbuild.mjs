import { rmSync, writeFileSync } from "node:fs";

import * as esbuild from "esbuild";

import { bundlesOf } from "./scripts/bundles.ts";
import { buildForEditor, editorBundlesOf, watchForEditor } from "./scripts/editorBundles.ts";
import { writeHelpPages } from "./scripts/helpPages.ts";
import { noticesOf, packagesByArtefact } from "./scripts/notices.ts";

/** Builds every bundle into dist/. `--watch` keeps building; `--dev` keeps names and adds source maps. */
const isWatch = process.argv.includes("--watch");
const isDev = isWatch || process.argv.includes("--dev");

if (!isWatch) {
  rmSync("dist", { recursive: true, force: true });
}
/** @type {import("esbuild").Metafile[]} */
const metafiles = [];
for (const options of bundlesOf(isDev)) {
  if (isWatch) {
    await (await esbuild.context(options)).watch();
  } else {
    const { metafile } = await esbuild.build(options);
    metafiles.push(...(metafile ? [metafile] : []));
  }
}
for (const options of Object.values(editorBundlesOf(isDev))) {
  if (isWatch) {
    watchForEditor(options);
  } else {
    metafiles.push(await buildForEditor(options, true));
  }
}
if (!isWatch) {
  writeFileSync("dist/THIRD-PARTY-NOTICES.txt", noticesOf(metafiles, "."));
  writeFileSync("dist/packages.json", JSON.stringify(packagesByArtefact(metafiles)));
  writeHelpPages(".", "dist/docs");
}
