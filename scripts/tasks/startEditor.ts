import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { openInBrowser } from "../browser.ts";
import { DesktopEditor, desktopArguments, type DesktopEditorName } from "../editors/desktop.ts";
import type { EditorFolders } from "../editors/editorFolders.ts";
import { installServerEditor } from "../editors/installServerEditor.ts";
import { installExtension, runServerEditor } from "../editors/runServerEditor.ts";
import { newestEditor } from "../editors/serverEditor.ts";
import { findProgram } from "../paths.ts";
import { run } from "../run.ts";
import type { EditorName } from "./startArguments.ts";

interface OpenOptions {
  readonly home: string;
  readonly workspace: string;
  readonly vsix: string;
  readonly isOpening: boolean;
}

export interface OpenedEditor {
  /** Where the person finds the window: a URL or a description. */
  readonly place: string;
  /** Settles when the editor ends by itself; never settles if that cannot be observed. */
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

/** Opens an editor with our extension, apart from the user's settings and extensions. */
export function openEditor(name: EditorName, options: OpenOptions): Promise<OpenedEditor> {
  return name === "code-server" ? openCodeServer(options) : openDesktop(name, options);
}

async function openDesktop(name: DesktopEditorName, options: OpenOptions): Promise<OpenedEditor> {
  const program = findProgram([name]);
  if (program === undefined) {
    throw new Error(`There is no "${name}" on PATH; --editor code-server needs none.`);
  }
  const folders = editorFolders(options.home, name);
  const own = desktopArguments(folders);
  await run(program, [...own, "--install-extension", options.vsix, "--force"]);
  if (!options.isOpening) {
    const command = [program, ...own, options.workspace].map((word) => JSON.stringify(word));
    return {
      place: `not opened; ${command.join(" ")}`,
      ended: new Promise(() => {}),
      end: async () => {},
    };
  }
  const editor = new DesktopEditor(program, folders, options.workspace);
  return { place: `a window of ${program}`, ended: editor.closed, end: () => editor.end() };
}

async function openCodeServer(options: OpenOptions): Promise<OpenedEditor> {
  const files = await installServerEditor(newestEditor);
  const folders = editorFolders(options.home, "code-server");
  await installExtension(files, folders, options.vsix);
  const editor = await runServerEditor({
    files,
    ...folders,
    log: join(options.home, "code-server.log"),
  });
  const place = editor.windowUrl(options.workspace);
  if (options.isOpening) {
    openInBrowser(place);
  }
  return { place, ended: editor.process.ended, end: () => editor.process.end() };
}

/** Kept between starts. The first start writes quiet settings, which the user may change. */
function editorFolders(home: string, name: string): EditorFolders {
  const userData = join(home, name, "data");
  const extensions = join(home, name, "extensions");
  const settings = join(userData, "User", "settings.json");
  mkdirSync(join(userData, "User"), { recursive: true });
  mkdirSync(extensions, { recursive: true });
  if (!existsSync(settings)) {
    const content = {
      "chat.disableAIFeatures": true,
      "security.workspace.trust.enabled": false,
      "telemetry.telemetryLevel": "off",
      "workbench.secondarySideBar.defaultVisibility": "hidden",
      "workbench.startupEditor": "readme",
    };
    writeFileSync(settings, JSON.stringify(content, undefined, 2));
  }
  return { userData, extensions };
}
