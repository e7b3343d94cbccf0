import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, type BuildOptions } from "esbuild";

import { root } from "../../scripts/paths.ts";
import { hubBundle } from "../../scripts/programBundles.ts";

/** The bundles that test files of this worker have asked for, by their source. */
const bundles = new Map<string, Promise<Uint8Array>>();
const programs = new Map<string, Promise<string>>();

/** Writes the bundle of a source file, named from the checkout's folder, to `path`; a worker builds it once. */
export async function writeProgram(
  path: string,
  source: string,
  options: BuildOptions,
): Promise<void> {
  const known = bundles.get(source) ?? bundle(source, options);
  bundles.set(source, known);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await known);
}

/** A program of the tests as one file, which starts in a sixth of the time of its sources; it goes with the run's folder. */
export function testProgram(source: URL): Promise<string> {
  const known = programs.get(source.href) ?? writeTestProgram(fileURLToPath(source));
  programs.set(source.href, known);
  return known;
}

async function writeTestProgram(source: string): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), "ai-hub-program-")), "program.mjs");
  // Those that open a store take PostgreSQL's client along, as the hub does.
  await writeProgram(path, source, hubBundle);
  return path;
}

async function bundle(source: string, options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [source],
    write: false,
    logLevel: "silent",
  });
  // Without a file esbuild rejects.
  return outputFiles[0]?.contents ?? new Uint8Array();
}
