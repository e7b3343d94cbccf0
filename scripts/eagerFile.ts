import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { Metafile, Plugin } from "esbuild";

/**
 * Puts the chunks that an entry point, named by its source, loads at once into one file, `chunks/eager.js`: reading and compiling dozens of small files
 * takes longer than what is in them. For outputs in CommonJS, after `asCommonJs`; each chunk is still run once, by whoever
 * needs it first, also by another program of the same build. A build that is not minified keeps its chunks and their maps.
 */
export function eagerFile(source: string): Plugin {
  return {
    name: "eager-file",
    setup(build) {
      build.onEnd(async ({ metafile, outputFiles, errors }) => {
        const { absWorkingDir = ".", minify = false } = build.initialOptions;
        if (!metafile || outputFiles !== undefined || errors.length > 0 || !minify) {
          return;
        }
        const merged = eagerChunks(metafile, source);
        const all = Object.keys(metafile.outputs).filter((path) => path.endsWith(".js"));
        await merge(absWorkingDir, all, merged);
      });
    },
  };
}

/** The chunks that the output of a source imports at once, and those that they import. */
function eagerChunks({ outputs }: Metafile, source: string): ReadonlySet<string> {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === source);
  if (entry === undefined) {
    throw new Error(`${source} is no entry point`);
  }
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      if (kind !== "dynamic-import" && external !== true) {
        found.add(imported);
      }
    }
  }
  found.delete(entry);
  return found;
}

const required = /\brequire\("((?:\.{1,2}\/)+(?:chunks\/)?)([\w-]+)\.js"\)/gu;

async function merge(
  folder: string,
  all: readonly string[],
  merged: ReadonlySet<string>,
): Promise<void> {
  const names = new Set([...merged].map((path) => basename(path, ".js")));
  const [first] = merged;
  if (first === undefined) {
    return;
  }
  const parts = await Promise.all(
    [...merged].toSorted().map(async (path) => {
      const code = await readFile(join(folder, path), "utf8");
      const own = code.replaceAll(required, (whole, _, name: string) =>
        names.has(name) ? `eagerChunk("${name}")` : whole,
      );
      // In parentheses, a function is compiled with the file and not a second time when it is called.
      return `"${basename(path, ".js")}":(function(exports,require,module){${own}\n})`;
    }),
  );
  await writeFile(join(folder, dirname(first), "eager.js"), table(parts));
  await Promise.all([...merged].map((path) => rm(join(folder, path))));
  await Promise.all(
    all
      .filter((path) => !merged.has(path))
      .map(async (path) => {
        const code = await readFile(join(folder, path), "utf8");
        const linked = code.replaceAll(required, (whole, prefix: string, name: string) =>
          names.has(name) ? `require("${prefix}eager.js")("${name}")` : whole,
        );
        await writeFile(join(folder, path), linked);
      }),
  );
}

/** As modules of Node: run at the first use, and known before they run, for those that import each other. */
function table(parts: readonly string[]): string {
  return `"use strict";var chunks={${parts.join(",")}},run={};function eagerChunk(n){var m=run[n];if(!m){m=run[n]={exports:{}};chunks[n](m.exports,require,m)}return m.exports}module.exports=eagerChunk;\n`;
}
