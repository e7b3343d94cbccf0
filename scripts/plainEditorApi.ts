import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Plugin } from "esbuild";

/** `copy(require("vscode"))`, as esbuild writes an `import * as vscode`. */
const copied = /(?<![\w$.])[\w$]+\((require\("vscode"\))\)/gu;

/** The same in an output that becomes CommonJS later. */
const imported = /(?<![\w$.])import\s*\*\s*as ([\w$]+) from\s*"vscode"/gu;

/**
 * Lets every file use the editor's API itself. For each file that imports it, esbuild makes a copy with a getter for each of
 * its 200 names, for the sake of a default export, which the API does not have. Goes before `asCommonJs`.
 */
export const plainEditorApi: Plugin = {
  name: "plain-editor-api",
  setup(build) {
    build.onEnd(async ({ metafile, outputFiles }) => {
      const { absWorkingDir = "." } = build.initialOptions;
      const written = outputFiles === undefined ? Object.keys(metafile?.outputs ?? {}) : [];
      const files = written.filter((path) => path.endsWith(".js"));
      await Promise.all(
        files.map(async (path) => {
          const file = join(absWorkingDir, path);
          const code = await readFile(file, "utf8");
          await writeFile(
            file,
            code.replaceAll(copied, "$1").replaceAll(imported, 'var $1 = require("vscode")'),
          );
        }),
      );
    });
  },
};
