import type { Workspace } from "../tools/base/workspace.ts";
import { maxInstructions } from "./runPrompt.ts";

/** The maximum number of folders above one file that are searched. */
const maxFolders = 20;

/** The AGENTS.md files below the workspace's root. Each is reported once, with the first file that is read below it. */
export class NestedInstructions {
  readonly #workspace: Workspace;
  readonly #told = new Set<string>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  forget(): void {
    this.#told.clear();
  }

  /** `paths` are as people see them. A changed AGENTS.md is reported again. */
  async notesFor(paths: readonly string[]): Promise<readonly string[]> {
    const folders = new Set(paths.flatMap(foldersAbove));
    const notes: string[] = [];
    for (const folder of [...folders].toSorted((a, b) => a.length - b.length)) {
      const path = await this.#workspace.locate(`${folder}/AGENTS.md`);
      const isUsable = path.kind === "file" && path.isInside && !path.isOurs;
      const file = isUsable ? await this.#workspace.read(path) : undefined;
      if (file && "hash" in file && !this.#told.has(`${path.shown} ${file.hash}`)) {
        this.#told.add(`${path.shown} ${file.hash}`);
        const text = file.text.slice(0, maxInstructions);
        notes.push(`Instructions for files below ${folder} (${path.shown}):\n${text}`);
      }
    }
    return notes;
  }
}

function foldersAbove(path: string): readonly string[] {
  if (path.startsWith("/") || /^[A-Za-z]:|\\/u.test(path)) {
    return [];
  }
  const names = path.split("/").slice(0, -1).slice(0, maxFolders);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}
