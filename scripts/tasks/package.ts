import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { unzipSync } from "fflate";
import * as z from "zod/mini";

import { root } from "../paths.ts";
import { run } from "../run.ts";
import { zip } from "../zip.ts";

const manifestSchema = z.object({ version: z.string() });

/** Folder of all that is released. */
export const output = join(root, "dist", "package");

interface Package {
  /** Path of the vsix. */
  readonly vsix: string;
  readonly version: string;
}

/**
 * Makes `ai-hub-<version>.vsix`, `vscode-extension.zip` and `vscode-extension/` from the build in
 * dist/. Equal sources give equal bytes.
 */
export async function packageExtension(): Promise<Package> {
  const { version } = manifestSchema.parse(
    JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
  );
  const vsix = join(output, `ai-hub-${version}.vsix`);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await run(
    "vsce",
    ["package", "--no-dependencies", "--no-rewrite-relative-links", `--out=${vsix}`],
    { cwd: root },
  );
  const entries = { ...unzipSync(readFileSync(vsix)), "extension/readme.md": readme() };
  writeFileSync(vsix, zip(entries));
  const files = extensionFiles(entries);
  writeFileSync(join(output, "vscode-extension.zip"), zip(files));
  for (const [name, content] of Object.entries(files)) {
    const path = join(output, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return { vsix, version };
}

/**
 * The extension's page in the editor. It has no pictures: the editor loads only those on a server
 * there, neither the package's own nor any in the text.
 */
function readme(): Uint8Array {
  return readFileSync(join(root, "media", "readme.md"));
}

type Files = Readonly<Record<string, Uint8Array>>;

/** The extension's files without those of the vsix format, under the folder that people unpack. */
function extensionFiles(entries: Files): Files {
  return Object.fromEntries(
    Object.entries(entries)
      .filter(([name]) => name.startsWith("extension/"))
      .map(([name, content]) => [name.replace("extension/", "vscode-extension/"), content]),
  );
}
