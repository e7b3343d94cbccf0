import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { CheckpointJournal } from "../../agent/checkpoints/checkpointJournal.ts";
import type {
  CommandWatch,
  WatchedCommand,
  WatchProblem,
} from "../../agent/checkpoints/checkpoints.ts";
import type { ContentStore } from "../files/contentStore.ts";
import { isBelow, pathOutside, realPathOf } from "../files/realPaths.ts";
import { writeSynced } from "../files/syncedFile.ts";
import { GitReaders } from "../processes/gitReader.ts";
import { filesBefore } from "./beforeCommand.ts";
import {
  type BaseManifest,
  type CommandManifest,
  type ManifestFile,
  readManifest,
  serializeManifest,
} from "./commandManifest.ts";
import { ContentPack } from "./contentPack.ts";
import { type Scan, scanFolders, ScanProblem } from "./folderScan.ts";
import { type ChangesSince, changesSince, type TakenManifest } from "./sinceCommand.ts";
import { isLost, unlistedIn } from "./unlisted.ts";

export interface CommandSnapshotOptions {
  /** Real paths. */
  readonly roots: readonly string[];
  readonly home: string;
  readonly path: string;
  /** 50,000 if absent. */
  readonly maxFiles?: number;
  readonly maxMs?: number;
  /** Absent if a change's author cannot be known: changes by a person during a command then count as the command's. */
  readonly watchOthers?: () => OtherHands;
}

export interface OtherHands {
  readonly paths: () => readonly string[];
  readonly stop: () => void;
}

interface Found {
  lost: readonly string[];
  isWhole: boolean;
}

interface NamedManifest extends TakenManifest {
  readonly name: string;
}

interface SnapshotDeps {
  readonly journal: CheckpointJournal;
  readonly contents: ContentStore;
  readonly folder: string;
  readonly recovery: { done?: Promise<void> };
}

const packName = "contents.pack";
const rebaseShare = 5;
const afterTimes = 10;

/**
 * Compares the files before and after a command. Stores only contents that Git lacks, up to 1 MB each and 200 MB in
 * all.
 */
export class CommandSnapshots implements CommandWatch {
  readonly #options: CommandSnapshotOptions;
  readonly #deps: SnapshotDeps;
  readonly #pack: ContentPack;
  #known: ReadonlyMap<string, ManifestFile> = new Map();
  #base: BaseManifest | undefined;
  readonly #git = new GitReaders();
  readonly #name = randomUUID();
  #isFine = false;
  #count = 0;
  #last: Promise<unknown> = Promise.resolve();
  #ends: Promise<unknown> = Promise.resolve();

  constructor(options: CommandSnapshotOptions, deps: SnapshotDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#pack = new ContentPack(join(this.#folder, packName));
  }

  /** Scans only before the first command; `begin` scans before every command. */
  async problem(): Promise<WatchProblem | undefined> {
    if (this.#isFine) {
      return undefined;
    }
    const taken = await this.#take();
    return typeof taken === "string" ? taken : undefined;
  }

  async begin(): Promise<WatchedCommand | undefined> {
    // A file saved during the scan may be in the manifest or not: the person is asked about it.
    const others = this.#options.watchOthers?.();
    try {
      const watched = await this.#begin(others);
      if (!watched) {
        others?.stop();
      }
      return watched;
    } catch (error) {
      others?.stop();
      throw error;
    }
  }

  async #begin(others: OtherHands | undefined): Promise<WatchedCommand | undefined> {
    const manifest = await this.#take();
    if (typeof manifest === "string" || !manifest.unlisted) {
      await this.#deps.journal.noteUnknown(this.#options.roots);
    }
    if (typeof manifest === "string") {
      return undefined;
    }
    const name = await this.#write(manifest);
    const id = await this.#deps.journal.beginCommand(name);
    const found: Found = {
      lost: [],
      isWhole: manifest.unlisted !== undefined,
    };
    return {
      get lost() {
        return found.lost;
      },
      get isWhole() {
        return found.isWhole;
      },
      byOthers: () => writtenBy(others),
      end: () => {
        const ended = this.#end(id, { ...manifest, name }, { others, found });
        // The caller gets the failure; `close` only waits.
        this.#ends = Promise.all([this.#ends, ended.catch(() => {})]);
        return ended;
      },
    };
  }

  /** Records the changes of commands that a dead process started. A restore must call it before its plan. */
  async recover(): Promise<void> {
    this.#deps.recovery.done ??= this.#recover();
    await this.#deps.recovery.done;
  }

  async #recover(): Promise<void> {
    const { journal, folder } = this.#deps;
    for (const { id, manifest: name } of journal.openCommands) {
      const read = (file: string) => readFile(join(folder, dirname(name), file), "utf8");
      const manifest = await readManifest(basename(name), read).catch(() => undefined);
      const found = manifest && (await this.#changesSince({ ...manifest, name }));
      await journal.endCommand(id, found?.changes ?? [], () => true);
    }
    await rm(folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.#ends;
    const isNeeded = this.#deps.journal.openCommands.some(({ manifest }) =>
      manifest.startsWith(this.#name),
    );
    if (!isNeeded) {
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  async #end(
    id: string,
    manifest: NamedManifest,
    { others, found }: { readonly others: OtherHands | undefined; readonly found: Found },
  ): Promise<readonly string[]> {
    try {
      const { changes, isWhole } = await this.#changesSince(manifest);
      found.isWhole &&= isWhole;
      found.lost = changes.filter(isLost).map(({ path }) => path);
      const written = await writtenBy(others);
      return await this.#deps.journal.endCommand(id, changes, (path) => written.has(path));
    } finally {
      others?.stop();
    }
  }

  /** Takes one manifest at a time, because all share the known contents and the pack. */
  #take(): Promise<TakenManifest | WatchProblem> {
    const taken = this.#last.then(() => this.#takeOne());
    this.#last = taken.catch(() => {});
    return taken;
  }

  async #takeOne(): Promise<TakenManifest | WatchProblem> {
    const { roots, home } = this.#options;
    this.#isFine = false;
    if (roots.some((root) => dirname(root) === root)) {
      return "rootFolder";
    }
    if (roots.some((root) => isBelow(root, home))) {
      return "homeFolder";
    }
    await this.recover();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      const now = Date.now();
      const deadline = this.#deadline();
      const scan = await this.#scan(deadline);
      this.#known = await filesBefore(scan, this.#known, { pack: this.#pack, deadline, now });
      this.#isFine = true;
      const unlisted = await unlistedIn(scan, roots, deadline);
      return { files: this.#known, ignored: scan.ignored, unlisted };
    } catch (error) {
      if (error instanceof ScanProblem) {
        return error.problem;
      }
      throw error;
    }
  }

  async #changesSince(manifest: NamedManifest): Promise<ChangesSince> {
    const deadline = this.#deadline(afterTimes);
    const { contents, folder, journal } = this.#deps;
    const since = await changesSince(manifest, {
      scan: await this.#scan(deadline).catch(() => undefined),
      contents,
      packFile: join(folder, dirname(manifest.name), packName),
      manifestFile: join(folder, manifest.name),
      path: await this.#path(),
      roots: this.#options.roots,
      deadline,
    });
    if (!since.isWhole) {
      await journal.noteUnknown(this.#options.roots);
    }
    return since;
  }

  async #scan(deadline: number): Promise<Scan> {
    const { roots, maxFiles = 50_000 } = this.#options;
    return await scanFolders(roots, {
      maxFiles,
      deadline,
      withIgnored: true,
      git: this.#git,
      path: await this.#path(),
    });
  }

  #deadline(times = 1): number {
    return performance.now() + times * (this.#options.maxMs ?? 2_000);
  }

  async #path(): Promise<string> {
    return await pathOutside(this.#options.path, this.#options.roots);
  }

  async #write(manifest: CommandManifest): Promise<string> {
    const onBase = this.#base && serializeManifest(manifest, this.#base);
    const isBase = onBase === undefined || onBase.changes > manifest.files.size / rebaseShare;
    const { text } = isBase ? serializeManifest(manifest) : onBase;
    this.#count += 1;
    const name = `manifest-${this.#count}.json`;
    await writeSynced(join(this.#folder, name), text, 0o600);
    if (isBase) {
      this.#base = { name, files: manifest.files };
    }
    return `${this.#name}/${name}`;
  }

  get #folder(): string {
    return join(this.#deps.folder, this.#name);
  }
}

async function writtenBy(others: OtherHands | undefined): Promise<ReadonlySet<string>> {
  return new Set(await Promise.all((others?.paths() ?? []).map(realPathOf)));
}
