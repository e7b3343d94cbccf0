import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { unzipSync } from "fflate";
import * as z from "zod/mini";

import type { EditorFolders } from "../../../scripts/editors/editorFolders.ts";
import { installOnce } from "../../../scripts/editors/installOnce.ts";
import { installExtension } from "../../../scripts/editors/runServerEditor.ts";
import { editorFiles, type ServerEditor } from "../../../scripts/editors/serverEditor.ts";
import { root } from "../../../scripts/paths.ts";
import { packProbe } from "./probe.ts";

/**
 * How the extension was installed before the editor starts. `vsix`: the editor installed it and the probe. `zip`:
 * the zip's folder was put among an empty editor's extensions. `web`: the zip without its entry for
 * Node, so that it runs in the browser, as without a server. `later`: not installed.
 */
export type InstallWay = "vsix" | "zip" | "web" | "later";

const packages = join(root, "dist", "package");
const listSchema = z.array(z.looseObject({ relativeLocation: z.string() }));

/** The version that `npm run package` has built. */
export const { version: packagedVersion } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as { readonly version: string };

/** Installs the package that `npm run package` has built. */
export async function installPackage(
  way: InstallWay,
  editor: ServerEditor,
  folders: EditorFolders,
): Promise<void> {
  switch (way) {
    case "vsix":
      await copyInstalled(editor, folders.extensions);
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

/**
 * Copies the extensions of an editor that installed the vsix and the probe. It does so once per package and editor;
 * what it installed of earlier packages is deleted.
 */
async function copyInstalled(editor: ServerEditor, extensions: string): Promise<void> {
  const vsix = join(packages, `ai-hub-${packagedVersion}.vsix`);
  const hash = createHash("sha256").update(readFileSync(vsix)).digest("hex").slice(0, 12);
  const parent = join(root, "dist", "installed", editor.version);
  const installed = join(parent, hash);
  await installOnce(installed, async (temporary) => {
    for (const name of readdirSync(parent)) {
      if (/^[\da-f]+$/u.test(name)) {
        rmSync(join(parent, name), { recursive: true });
      }
    }
    const folders = { userData: join(temporary, "data"), extensions: join(temporary, "ext") };
    const files = editorFiles(editor);
    await installExtension(files, folders, vsix, packProbe(temporary));
  });
  cpSync(join(installed, "ext"), extensions, { recursive: true });
  const list = join(extensions, "extensions.json");
  const entries = listSchema.parse(JSON.parse(readFileSync(list, "utf8"))).map((entry) => ({
    ...entry,
    location: { $mid: 1, scheme: "file", path: join(extensions, entry.relativeLocation) },
  }));
  writeFileSync(list, JSON.stringify(entries));
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
