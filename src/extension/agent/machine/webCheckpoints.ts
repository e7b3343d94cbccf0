import type { CheckpointFiles } from "../../../agent/checkpoints/checkpointFiles.ts";
import { CheckpointJournal } from "../../../agent/checkpoints/checkpointJournal.ts";
import { type FileState, parseCheckpointLog } from "../../../agent/checkpoints/checkpointLog.ts";
import { LoggedChanges } from "../../../agent/checkpoints/loggedChanges.ts";
import { sha256 } from "../../../shared/base/hash.ts";
import type { MachineCheckpoints } from "../runs/runFiles.ts";
import type { WebFiles } from "./webFiles.ts";

const maxContent = 52_428_800;
const mode = 0o644;

export interface WebCheckpointPlaces {
  readonly workspace: WebFiles;
  readonly storage: WebFiles;
  readonly folder: string;
}

export async function openWebCheckpoints(
  places: WebCheckpointPlaces,
  isNew: boolean,
): Promise<MachineCheckpoints | undefined> {
  const bytes = await places.storage.read(`${places.folder}/log.jsonl`);
  if (!bytes && !isNew) {
    return undefined;
  }
  const log = new TextDecoder().decode(bytes ?? new Uint8Array());
  const { entries, isDamaged } = parseCheckpointLog(log);
  if (isDamaged) {
    throw new Error("The log of checkpoints is damaged.");
  }
  const files = new WebCheckpointFiles(places, log.slice(0, log.lastIndexOf("\n") + 1));
  const journal = new CheckpointJournal(
    { files, now: Date.now, newId: () => crypto.randomUUID() },
    entries,
  );
  return { journal, changes: (id) => new LoggedChanges({ journal, files }, id) };
}

class WebCheckpointFiles implements CheckpointFiles {
  readonly #places: WebCheckpointPlaces;
  #log: string;

  constructor(places: WebCheckpointPlaces, log: string) {
    this.#places = places;
    this.#log = log;
  }

  async keep(path: string): Promise<FileState> {
    const { state, content } = await this.read(path);
    if (content) {
      await this.add(content);
    }
    return state;
  }

  async look(path: string): Promise<FileState> {
    return (await this.read(path)).state;
  }

  async read(path: string): ReturnType<CheckpointFiles["read"]> {
    const { workspace } = this.#places;
    const found = await workspace.stat(path);
    if (!found) {
      return { state: { kind: "missing" } };
    }
    if (found.kind !== "file" || found.size > maxContent) {
      const why = found.kind === "file" ? "tooLarge" : "special";
      return { state: { kind: "notKept", why } };
    }
    const content = await workspace.read(path);
    if (!content) {
      return { state: { kind: "missing" } };
    }
    const hash = await sha256(content);
    return { state: { kind: "file", hash, size: content.length, mode }, content };
  }

  async put(path: string, state: FileState): Promise<void> {
    const { workspace } = this.#places;
    if (state.kind === "missing") {
      await workspace.remove(path);
    } else if (state.kind === "file") {
      await workspace.write(path, await this.content(state.hash));
    } else {
      throw new Error("The earlier content was not kept.");
    }
  }

  async content(hash: string): Promise<Uint8Array> {
    const content = await this.#places.storage.read(this.#fileOf(hash));
    if (!content || (await sha256(content)) !== hash) {
      throw new Error("A content that was kept for a checkpoint is damaged.");
    }
    return content;
  }

  async add(content: Uint8Array): Promise<string> {
    const hash = await sha256(content);
    await this.#places.storage.write(this.#fileOf(hash), content);
    return hash;
  }

  /** Browser storage has no append: the file is rewritten. */
  async append(lines: string): Promise<void> {
    const log = this.#log + lines;
    const { storage, folder } = this.#places;
    await storage.write(`${folder}/log.jsonl`, new TextEncoder().encode(log));
    this.#log = log;
  }

  #fileOf(hash: string): string {
    return `${this.#places.folder}/contents/${hash}`;
  }
}
