import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { unzipSync } from "fflate";

import type { EditorFolders } from "../../../scripts/editors/editorFolders.ts";
import { installExtension } from "../../../scripts/editors/runServerEditor.ts";
import type { EditorFiles } from "../../../scripts/editors/serverEditor.ts";
import { root } from "../../../scripts/paths.ts";

/**
 * How the extension was installed before the editor starts. `vsix`: the editor installed it. `zip`:
 * the zip's folder was put among an empty editor's extensions. `web`: the zip without its entry for
 * Node, so that it runs in the browser, as without a server. `later`: not installed.
 */
export type InstallWay = "vsix" | "zip" | "web" | "later";

const packages = join(root, "dist", "package");

/** The version that `npm run package` has built. */
export const { version: packagedVersion } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as { readonly version: string };

/** Installs the package that `npm run package` has built. */
export async function installPackage(
  way: InstallWay,
  files: EditorFiles,
  folders: EditorFolders,
): Promise<void> {
  switch (way) {
    case "vsix":
      await installExtension(files, folders, join(packages, `ai-hub-${packagedVersion}.vsix`));
      break;
    case "zip":
    case "web": {
      const folder = join(folders.extensions, `aihub.ai-hub-${packagedVersion}`);
      renameSync(unpackZip(folders.extensions), folder);
      if (way === "web") {
        keepWebEntryOnly(join(folder, "package.json"));
      }
      break;
    }
    case "later":
      break;
  }
}

/** Unpacks the hub's zip into a folder; returns the zip's single folder. */
export function unpackZip(folder: string): string {
  unpack(join(packages, "vscode-extension.zip"), folder);
  return join(folder, "vscode-extension");
}

function keepWebEntryOnly(manifest: string): void {
  const { main: _main, ...rest } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly main: string;
  };
  writeFileSync(manifest, JSON.stringify(rest));
}

function unpack(zip: string, folder: string): void {
  for (const [name, content] of Object.entries(unzipSync(readFileSync(zip)))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
