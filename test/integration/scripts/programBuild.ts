import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { build, type BuildOptions, type Metafile } from "esbuild";
import { onTestFinished } from "vitest";

import { bundlesOf } from "../../../scripts/bundles.ts";
import { root } from "../../../scripts/paths.ts";

/** What one of the product's own builds is made of; it writes nothing. */
export async function productBuild(isIt: (options: BuildOptions) => boolean): Promise<Metafile> {
  const options = bundlesOf(false).find((bundle) => isIt(bundle));
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  return metafile;
}

/** Builds programs of these files as the extension's are built; returns the folder of the outputs. */
export async function builtPrograms(
  files: Readonly<Record<string, string>>,
  options: Pick<BuildOptions, "entryPoints" | "plugins" | "minify" | "sourcemap">,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-programs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const outdir = join(folder, "dist");
  await build({
    absWorkingDir: folder,
    outdir,
    bundle: true,
    metafile: true,
    minify: true,
    platform: "node",
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    target: "node22",
    logLevel: "silent",
    ...options,
  });
  return outdir;
}
