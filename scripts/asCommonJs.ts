import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { type BuildOptions, type Plugin, transform } from "esbuild";

/** The imports of chunks, with which esbuild begins a file. */
const firstImports = /^(?:import(?:\s*\{[^}]*\}\s*from)?\s*"\.[^"]+";\s*)+/u;
const importOfChunk = /import(?:\s*(\{[^}]*\})\s*from)?\s*("[^"]+");/gu;

/** The exports, with which it ends one. */
const lastExport = /export\s*(\{[^}]*\});(?=\s*(?:\/\/# sourceMappingURL=\S*\s*)?$)/u;

const lateImport = /\bimport\(("\.[^"]+")\)/gu;

const renamed = /([\w$]+) as ([\w$]+)/gu;

/**
 * Turns the files of a build from ES modules into CommonJS, which editors load and esbuild cannot split into chunks by
 * itself. A folder of chunks says so in a `package.json`, so that a copy of it loads wherever it lies. An output that is
 * not written, as in a test, stays as it is. The build fails if a file would mean something else
 * as CommonJS.
 *
 * What chunks take from each other is plain objects here. esbuild writes half a kilobyte into each chunk for it, and two
 * getters before each name, as a name may change its value later. No export of ours does (`import/no-mutable-exports`), none of a
 * package in the host (`eagerHost.test.ts`), and chunks of esbuild import each other in no circle.
 */
export const asCommonJs: Plugin = {
  name: "as-common-js",
  setup(build) {
    build.onEnd(async ({ metafile, outputFiles }) => {
      const { absWorkingDir = ".", ...options } = build.initialOptions;
      const written = outputFiles === undefined ? Object.keys(metafile?.outputs ?? {}) : [];
      const files = written.filter((path) => path.endsWith(".js"));
      const chunks = new Set(files.map((path) => basename(path)));
      await Promise.all(files.map((path) => convert(join(absWorkingDir, path), chunks, options)));
      const folders = new Set(files.map((path) => dirname(join(absWorkingDir, path))));
      await Promise.all([...folders].map(markChunks));
    });
  },
};

/** A `package.json` above that has `"type": "module"` would make ES modules of the chunks. */
async function markChunks(folder: string): Promise<void> {
  if (basename(folder) === "chunks") {
    await writeFile(join(folder, "package.json"), '{"type":"commonjs"}\n');
  }
}

/** With a source map beside the file, the map is made to fit as well. */
async function convert(
  path: string,
  chunks: ReadonlySet<string>,
  options: BuildOptions,
): Promise<void> {
  const { sourcemap, minify = false, target = "esnext" } = options;
  const code = withPlainExchange(await readFile(path, "utf8"), chunks);
  const isMapped = sourcemap === "linked";
  const converted = await transform(
    isMapped ? withMap(code, await readFile(`${path}.map`)) : code,
    {
      format: "cjs",
      platform: "node",
      charset: "utf8",
      legalComments: "none",
      sourcemap: isMapped ? "external" : false,
      // An editor's own `require` loads the chunk of an `import()`.
      supported: { "dynamic-import": false },
      minify,
      target,
    },
  );
  const [warning] = converted.warnings;
  if (warning) {
    // Such as an `import.meta`, which would be an empty object.
    throw new Error(`${basename(path)} cannot be CommonJS: ${warning.text}`);
  }
  if (isMapped) {
    await writeFile(`${path}.map`, converted.map);
  }
  const link = isMapped ? `//# sourceMappingURL=${basename(path)}.map\n` : "";
  await writeFile(path, `${converted.code}${link}`);
}

/** The code with the exchange between chunks as CommonJS, on the lines where it was. */
function withPlainExchange(code: string, chunks: ReadonlySet<string>): string {
  return code
    .replace(firstImports, (imports) =>
      imports.replaceAll(importOfChunk, (_import, names: string | undefined, path: string) =>
        names === undefined
          ? `require(${path});`
          : `var ${names.replaceAll(renamed, "$1: $2")} = require(${path});`,
      ),
    )
    .replace(
      lastExport,
      (_export, names: string) => `module.exports = ${names.replaceAll(renamed, "$2: $1")};`,
    )
    .replaceAll(lateImport, (text, path: string) =>
      chunks.has(basename(path.slice(1, -1)))
        ? `Promise.resolve().then(() => require(${path}))`
        : text,
    );
}

/** The code with its map inside, where `transform` looks for it. */
function withMap(code: string, map: Buffer): string {
  const link = `data:application/json;base64,${map.toString("base64")}`;
  return code.replace(/(?<=^\/\/# sourceMappingURL=).*$/mu, () => link);
}
