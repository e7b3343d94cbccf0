import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { unzipSync } from "fflate";

import type { EditorFolders } from "../../../scripts/editors/editorFolders.ts";
import { installExtension } from "../../../scripts/editors/runServerEditor.ts";
import type { EditorFiles } from "../../../scripts/editors/serverEditor.ts";
import { root } from "../../../scripts/paths.ts";

/**
 * The two ways by which people install: the editor takes the vsix, or they unpack the zip and rename its
 * folder. `web` is the zip without its entry for Node, so that it runs in the browser, as where there is no server.
 */
export type InstallWay = "vsix" | "zip" | "web";

const packages = join(root, "dist", "package");

/** Installs what `npm run package` has made. */
export async function installPackage(
  way: InstallWay,
  files: EditorFiles,
  folders: EditorFolders,
): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly version: string;
  };
  if (way === "vsix") {
    await installExtension(files, folders, join(packages, `ai-hub-${version}.vsix`));
  } else {
    unpack(join(packages, "vscode-extension.zip"), folders.extensions);
    const folder = join(folders.extensions, `aihub.ai-hub-${version}`);
    renameSync(join(folders.extensions, "vscode-extension"), folder);
    if (way === "web") {
      keepWebEntryOnly(join(folder, "package.json"));
    }
  }
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
