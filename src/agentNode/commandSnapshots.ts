import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

import type { CheckpointJournal, StateChange } from "../agent/checkpoints/checkpointJournal.ts";
import type {
  CommandWatch,
  WatchedCommand,
  WatchProblem,
} from "../agent/checkpoints/checkpoints.ts";
import { filesBefore } from "./beforeCommand.ts";
import {
  type CommandManifest,
  isListed,
  type ManifestFile,
  markOf,
  parseManifest,
  serializeManifest,
} from "./commandManifest.ts";
import { ContentPack } from "./contentPack.ts";
import type { ContentStore } from "./contentStore.ts";
import { type Scan, scanFolders, ScanProblem, statOf } from "./folderScan.ts";
import { isBelow, pathOutside } from "./realPaths.ts";
import { changesOf } from "./statesBefore.ts";
import { writeSynced } from "./syncedFile.ts";

export interface CommandSnapshotOptions {
  /** Real paths of the workspace's folders. */
  readonly roots: readonly string[];
  /** The person's home folder. */
  readonly home: string;
  /** The `PATH` of this process. */
  readonly path: string;
  /** 50,000 if absent. */
  readonly maxFiles?: number;
  /** Milliseconds: 2,000 if absent. */
  readonly maxMs?: number;
}

interface SnapshotDeps {
  readonly journal: CheckpointJournal;
  readonly contents: ContentStore;
  /** A folder of its own; deleted by `close`. */
  readonly folder: string;
}

/**
 * What the workspace's files are before a command, and what of it is another afterwards. Files that Git has are read
 * from Git; of others up to 1 MB each and 200 MB in all the content is kept while the run lives.
 */
export class CommandSnapshots implements CommandWatch {
  readonly #options: CommandSnapshotOptions;
  readonly #deps: SnapshotDeps;
  readonly #pack: ContentPack;
  #known: ReadonlyMap<string, ManifestFile> = new Map();
  /** The manifest that is on the disk, and its text. */
  #written: { readonly name: string; readonly text: string } | undefined;
  #count = 0;
  #last: Promise<unknown> = Promise.resolve();
  #ends: Promise<unknown> = Promise.resolve();

  constructor(options: CommandSnapshotOptions, deps: SnapshotDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#pack = new ContentPack(this.#packFile);
  }

  async problem(): Promise<WatchProblem | undefined> {
    const taken = await this.#take();
    return typeof taken === "string" ? taken : undefined;
  }

  async begin(): Promise<WatchedCommand | undefined> {
    const manifest = await this.#take();
    if (typeof manifest === "string") {
      return undefined;
    }
    const name = await this.#write(manifest);
    const id = await this.#deps.journal.beginCommand(name);
    return {
      end: () => {
        const ended = this.#end(id, manifest);
        // The caller hears of a failure; `close` only waits.
        this.#ends = Promise.all([this.#ends, ended.catch(() => {})]);
        return ended;
      },
    };
  }

  /** Notes what commands changed whose end a dead process did not see. Called before anything else. */
  async recover(): Promise<void> {
    const { journal, folder } = this.#deps;
    for (const { id, manifest: name } of journal.openCommands) {
      const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
      const changes = text === undefined ? [] : await this.#changesSince(parseManifest(text));
      await journal.endCommand(id, changes, true);
    }
    await rm(folder, { recursive: true, force: true });
  }

  /** Waits for the comparisons that are under way and deletes what only they needed. */
  async close(): Promise<void> {
    await this.#ends;
    await this.#pack.close();
    if (this.#deps.journal.openCommands.length === 0) {
      await rm(this.#deps.folder, { recursive: true, force: true });
    }
  }

  async #end(id: string, manifest: CommandManifest): Promise<readonly string[]> {
    return await this.#deps.journal.endCommand(id, await this.#changesSince(manifest));
  }

  /** One after the other: they share what is known and the pack. */
  #take(): Promise<CommandManifest | WatchProblem> {
    const taken = this.#last.then(() => this.#takeOne());
    // The next one does not depend on one that failed; the caller hears of it.
    this.#last = taken.catch(() => {});
    return taken;
  }

  async #takeOne(): Promise<CommandManifest | WatchProblem> {
    const { roots, home } = this.#options;
    if (roots.some((root) => dirname(root) === root)) {
      return "rootFolder";
    }
    if (roots.some((root) => isBelow(root, home))) {
      return "homeFolder";
    }
    await mkdir(this.#deps.folder, { recursive: true, mode: 0o700 });
    try {
      const now = Date.now();
      const deadline = this.#deadline();
      const scan = await this.#scan(deadline);
      this.#known = await filesBefore(scan, this.#known, { pack: this.#pack, deadline, now });
      return { files: this.#known, ignored: scan.ignored };
    } catch (error) {
      if (error instanceof ScanProblem) {
        return error.problem;
      }
      throw error;
    }
  }

  async #changesSince(manifest: CommandManifest): Promise<readonly StateChange[]> {
    // Beyond the limits only what was there before is compared.
    const scan = await this.#scan(this.#deadline()).catch(() => undefined);
    const suspects = [...manifest.files.values()].filter(({ path, mark }) => {
      const found = scan?.files.get(path) ?? statOf(path);
      return found === undefined || mark !== markOf(found);
    });
    const changed = await changesOf(suspects, {
      contents: this.#deps.contents,
      packFile: this.#packFile,
      path: await this.#path(),
    });
    return [...changed, ...(await this.#made(manifest, scan))];
  }

  async #made(manifest: CommandManifest, scan: Scan | undefined): Promise<readonly StateChange[]> {
    const ignored = new Set(manifest.ignored);
    const made = [...(scan?.files.keys() ?? [])].filter((path) => !manifest.files.has(path));
    return await Promise.all(
      made.map(async (path): Promise<StateChange> => {
        const after = await this.#deps.contents.look(path);
        // What was ignored before may have been there, with a content that nobody kept.
        return isListed(ignored, path)
          ? { path, before: { kind: "notKept", why: "ignored" }, after }
          : { path, before: { kind: "missing" }, after };
      }),
    );
  }

  async #scan(deadline: number): Promise<Scan> {
    const { roots, maxFiles = 50_000 } = this.#options;
    return await scanFolders(roots, { maxFiles, deadline, path: await this.#path() });
  }

  #deadline(): number {
    return performance.now() + (this.#options.maxMs ?? 2_000);
  }

  async #path(): Promise<string> {
    return await pathOutside(this.#options.path, this.#options.roots);
  }

  async #write(manifest: CommandManifest): Promise<string> {
    const text = serializeManifest(manifest);
    if (this.#written?.text !== text) {
      this.#count += 1;
      const name = `manifest-${this.#count}.json`;
      await rm(join(this.#deps.folder, name), { force: true });
      await writeSynced(join(this.#deps.folder, name), text, 0o600);
      this.#written = { name, text };
    }
    return this.#written.name;
  }

  get #packFile(): string {
    return `${this.#deps.folder}${sep}contents.pack`;
  }
}
