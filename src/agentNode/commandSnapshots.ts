import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { CheckpointJournal, StateChange } from "../agent/checkpoints/checkpointJournal.ts";
import type {
  CommandWatch,
  WatchedCommand,
  WatchProblem,
} from "../agent/checkpoints/checkpoints.ts";
import { filesBefore } from "./beforeCommand.ts";
import {
  type BaseManifest,
  type CommandManifest,
  hasMark,
  isListed,
  type ManifestFile,
  readManifest,
  serializeManifest,
} from "./commandManifest.ts";
import { ContentPack } from "./contentPack.ts";
import type { ContentStore } from "./contentStore.ts";
import { type Scan, scanFolders, ScanProblem } from "./folderScan.ts";
import { GitReaders } from "./gitReader.ts";
import { NewFolders } from "./newFolders.ts";
import { OwnStats } from "./pathStats.ts";
import { isBelow, pathOutside, realPathOf } from "./realPaths.ts";
import { changesOf } from "./statesBefore.ts";
import { writeSynced } from "./syncedFile.ts";
import { ignoredGone, isLost, type Unlisted, unlistedChanges, unlistedIn } from "./unlisted.ts";

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
  /**
   * Called before each command; absent where nobody can tell whose a change is, as without an editor: what a person
   * changes there meanwhile counts as the command's.
   */
  readonly watchOthers?: () => OtherHands;
}

/** What somebody else writes while a command runs, for example a person who saves in the editor. */
export interface OtherHands {
  /** Absolute paths, written so far; links may be in them. */
  readonly paths: () => readonly string[];
  readonly stop: () => void;
}

/** What the end of a command found beside its changes. */
interface Found {
  lost: readonly string[];
  isWhole: boolean;
}

interface TakenManifest extends CommandManifest {
  /** What stands beside the files; undefined if there was no time to look, and after a crash. */
  readonly unlisted?: Unlisted | undefined;
}

interface NamedManifest extends TakenManifest {
  /** Its file in the folder of what is needed while commands run; the pack lies beside it. */
  readonly name: string;
}

interface SnapshotDeps {
  readonly journal: CheckpointJournal;
  readonly contents: ContentStore;
  /** For what is needed while commands run. */
  readonly folder: string;
  /** Shared by all that watch over one journal: the first one looks after cut off commands. */
  readonly recovery: { done?: Promise<void> };
}

const packName = "contents.pack";
/** A manifest that differs from its base in more than one of so many files becomes the next base. */
const rebaseShare = 5;
/** Nobody waits to start then, and what is not found after a command cannot go back: it may take so much longer. */
const afterTimes = 10;

/**
 * What the workspace's files are before a command, and what of it is another afterwards. Files that Git has are read
 * from Git; of others up to 1 MB each and 200 MB in all the content is kept while the run lives.
 */
export class CommandSnapshots implements CommandWatch {
  readonly #options: CommandSnapshotOptions;
  readonly #deps: SnapshotDeps;
  readonly #pack: ContentPack;
  #known: ReadonlyMap<string, ManifestFile> = new Map();
  /** The newest manifest that rests on no other. */
  #base: BaseManifest | undefined;
  readonly #git = new GitReaders();
  readonly #name = randomUUID();
  /** Whether the last look kept within the limits. */
  #isFine = false;
  #count = 0;
  #last: Promise<unknown> = Promise.resolve();
  #ends: Promise<unknown> = Promise.resolve();

  constructor(options: CommandSnapshotOptions, deps: SnapshotDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#pack = new ContentPack(join(this.#folder, packName));
  }

  /** Looks at the files for the first command only; `begin` looks again for each. */
  async problem(): Promise<WatchProblem | undefined> {
    if (this.#isFine) {
      return undefined;
    }
    const taken = await this.#take();
    return typeof taken === "string" ? taken : undefined;
  }

  async begin(): Promise<WatchedCommand | undefined> {
    // What is saved while the files are looked at may be in the manifest or not: then it is asked about.
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
        // The caller hears of a failure; `close` only waits.
        this.#ends = Promise.all([this.#ends, ended.catch(() => {})]);
        return ended;
      },
    };
  }

  /**
   * Notes what commands changed whose end a dead process did not see. `begin` and `problem` do it first; going back calls
   * it before the plan.
   */
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

  /** Waits for the comparisons that are under way and deletes what only they needed. */
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

  /** One after the other: they share what is known and the pack. */
  #take(): Promise<TakenManifest | WatchProblem> {
    const taken = this.#last.then(() => this.#takeOne());
    // The next one does not depend on one that failed; the caller hears of it.
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
      const scan = await this.#scan(deadline, true);
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

  async #changesSince(
    manifest: NamedManifest,
  ): Promise<{ readonly changes: readonly StateChange[]; readonly isWhole: boolean }> {
    // Beyond the limits only what was there before is compared.
    const deadline = this.#deadline(afterTimes);
    const scan = await this.#scan(deadline, true).catch(() => undefined);
    const stats = new OwnStats();
    const suspects = [...manifest.files.values()].filter((file) => {
      const found = scan?.files.get(file.path) ?? stats.of(file.path);
      return found === undefined || !hasMark(file, found);
    });
    const changed = await changesOf(suspects, {
      contents: this.#deps.contents,
      packFile: join(this.#deps.folder, dirname(manifest.name), packName),
      path: await this.#path(),
    });
    const { roots } = this.#options;
    const unlisted = await unlistedChanges(manifest, scan, { roots, deadline });
    if (!unlisted) {
      await this.#deps.journal.noteUnknown(roots);
    }
    const others = unlisted ?? ignoredGone(manifest.ignored);
    return {
      changes: [...changed, ...(await this.#made(manifest, scan)), ...others],
      isWhole: unlisted !== undefined,
    };
  }

  async #made(manifest: NamedManifest, scan: Scan | undefined): Promise<readonly StateChange[]> {
    const ignored = new Set(manifest.ignored);
    const made = [...(scan?.files.keys() ?? [])].filter((path) => !manifest.files.has(path));
    const manifestFile = join(this.#deps.folder, manifest.name);
    const folders = new NewFolders({ files: manifest.files.keys(), manifestFile });
    return await Promise.all(
      made.map(async (path): Promise<StateChange> => {
        const after = await this.#deps.contents.look(path);
        // What was ignored before may have been there, with a content that nobody kept.
        return isListed(ignored, path)
          ? { path, before: { kind: "notKept", why: "ignored" }, after }
          : { path, before: { kind: "missing" }, after, newFolder: folders.above(path) };
      }),
    );
  }

  async #scan(deadline: number, withIgnored: boolean): Promise<Scan> {
    const { roots, maxFiles = 50_000 } = this.#options;
    return await scanFolders(roots, {
      maxFiles,
      deadline,
      withIgnored,
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
