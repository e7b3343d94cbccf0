import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { afterEach, beforeEach, expect } from "vitest";

import { stepMs } from "../../../src/agentNode/checkpoints/beforeCommand.ts";
import {
  type CheckpointStore,
  openCheckpoints,
} from "../../../src/agentNode/checkpoints/checkpointStore.ts";
import type {
  CommandSnapshotOptions,
  CommandSnapshots,
} from "../../../src/agentNode/checkpoints/commandSnapshots.ts";
import { bashIn } from "./bashIn.ts";

/** A workspace with two files in a home folder of its own, and checkpoints that watch its commands. */
export class CommandLab {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-commands-")));
  readonly root = join(this.home, "workspace");
  #opened: { store: CheckpointStore; watch: CommandSnapshots; id: string } | undefined;

  /**
   * A new one for each test of the file; the result gives that of the running test. Its two files are as old as a person's
   * are, so that they are known by their marks; `isFresh`: as new as what a command before has just written.
   */
  static forEach({ isFresh = false } = {}): () => CommandLab {
    const labs: CommandLab[] = [];
    beforeEach(async () => {
      const lab = new CommandLab();
      labs.push(lab);
      lab.write("src/a.ts", "one\n");
      lab.write("src/b.ts", "b\n");
      if (!isFresh) {
        await lab.age("src/b.ts");
      }
      await lab.open();
    });
    afterEach(async () => {
      const lab = labs.pop();
      await lab?.watch.close();
      rmSync(lab?.home ?? "", { recursive: true, force: true });
    });
    return () => {
      const [lab] = labs;
      if (!lab) {
        throw new Error("no test runs");
      }
      return lab;
    };
  }

  async open(options: Partial<CommandSnapshotOptions> = {}): Promise<void> {
    const store = await openCheckpoints(join(this.home, "store"), () => 1_000);
    const path = process.env["PATH"] ?? "";
    // A busy machine must not make a test depend on two seconds.
    const limits = { roots: [this.root], home: this.home, path, maxMs: 60_000 };
    const watch = store.watchCommands({ ...limits, ...options });
    const { id } = await store.journal.begin("task");
    this.#opened = { store, watch, id };
  }

  get store(): CheckpointStore {
    return this.#now.store;
  }

  get watch(): CommandSnapshots {
    return this.#now.watch;
  }

  /** Of the checkpoint before the task. */
  get id(): string {
    return this.#now.id;
  }

  get #now() {
    if (!this.#opened) {
      throw new Error("not opened");
    }
    return this.#opened;
  }

  at(name: string): string {
    return join(this.root, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
  }

  /** Waits until a file and all written before it are not as new as the present moment. */
  async age(name: string): Promise<void> {
    const { ctimeMs } = statSync(this.at(name));
    await expect.poll(() => Date.now() - ctimeMs, { interval: 5 }).toBeGreaterThan(stepMs);
  }

  shell(script: string, folder = this.root) {
    return bashIn(folder, this.home, script);
  }

  /** Runs a script as a command of the agent; returns what it changed. */
  async command(script: string): Promise<readonly string[]> {
    const watched = await this.watch.begin();
    this.shell(script);
    const paths = (await watched?.end()) ?? ["not watched"];
    return paths.map((path) => relative(this.root, path)).toSorted();
  }

  async planOf(to = this.id): Promise<Readonly<Record<string, string>>> {
    const steps = (await this.store.journal.plan(to)).map(({ path, action, hasOtherChanges }) => [
      relative(this.root, path),
      hasOtherChanges ? `${action}, changed since` : action,
    ]);
    return Object.fromEntries(steps) as Record<string, string>;
  }

  async goBack(
    to = this.id,
  ): Promise<{ readonly redo: string; readonly failed: readonly string[] }> {
    return await this.store.journal.restore(await this.store.journal.plan(to), "back");
  }

  /** Makes a repository of the workspace and commits everything. */
  repository(ignored = "ignored.txt\nbuild/\n"): void {
    this.write(".gitignore", ignored);
    this.shell("git init -q && git add -A 2> .git/added && git commit -qm first");
  }
}
