import { readFileSync } from "node:fs";
import { join } from "node:path";

import { findProgram } from "../paths.ts";
import { ProcessGroup } from "../processGroup.ts";
import type { EditorFolders } from "./editorFolders.ts";

export const desktopEditorNames = ["code", "cursor", "codium", "windsurf"] as const;
export type DesktopEditorName = (typeof desktopEditorNames)[number];

/** The first desktop editor on PATH. */
export function findDesktopEditor(): DesktopEditorName | undefined {
  return desktopEditorNames.find((name) => findProgram([name]) !== undefined);
}

/** A desktop editor with its own settings and extensions, apart from the user's. */
export class DesktopEditor {
  readonly #userData: string;
  readonly #launcher: ProcessGroup;

  constructor(program: string, folders: EditorFolders, workspace: string) {
    this.#userData = folders.userData;
    // The launcher waits for the window, which is a process outside its group.
    this.#launcher = new ProcessGroup(
      program,
      [...desktopArguments(folders), "--new-window", "--wait", workspace],
      { stdio: "inherit", shell: process.platform === "win32" },
    );
  }

  /** Resolves when the user closes the window. */
  get closed(): Promise<void> {
    return this.#launcher.ended;
  }

  async end(): Promise<void> {
    const pid = editorProcess(this.#userData);
    if (pid !== undefined) {
      try {
        process.kill(pid, "SIGTERM");
      } catch {
        // It has already ended.
      }
    }
    await this.#launcher.end();
  }
}

/** Arguments that separate an editor from the user's own; also for `--install-extension`. */
export function desktopArguments({ userData, extensions }: EditorFolders): readonly string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    "--user-data-dir",
    userData,
    "--extensions-dir",
    extensions,
    ...(isRoot ? ["--no-sandbox"] : []),
  ];
}

/** Electron's main process writes its id to this file and keeps it while it runs. */
function editorProcess(userData: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(userData, "code.lock"), "utf8"));
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    // Closed, or never opened.
    return undefined;
  }
}
