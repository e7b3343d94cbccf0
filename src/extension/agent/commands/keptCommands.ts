import type { Command } from "../../../agent/command/commands.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type { HeldFolder } from "../runs/agentRuns.ts";

/** A command in the background, with the call that started it. */
export interface BackgroundCommand {
  readonly callId: string;
  readonly command: Command;
  readonly script: string;
}

/** Ended commands whose output a later run can still read. */
const maxEnded = 8;

/**
 * The commands in the background of a conversation whose runs are over: a server that a run started goes on after the
 * answer, until it is stopped, the conversation is deleted or the window closes.
 */
export class KeptCommands {
  readonly #onChange: () => void;
  /** By their ids, the oldest first. */
  readonly #kept = new Map<string, BackgroundCommand>();
  readonly #running = new Map<BackgroundCommand, Promise<void>>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get running(): readonly BackgroundCommand[] {
    return [...this.#running.keys()];
  }

  /** The highest id of a command here; those of another run begin above it. */
  get lastId(): number {
    return Math.max(0, ...[...this.#kept.keys()].map(Number));
  }

  find(id: string): Command | undefined {
    return this.#kept.get(id)?.command;
  }

  /** The command that a call started, if it still runs. */
  ofCall(callId: string): Command | undefined {
    return this.running.find((one) => one.callId === callId)?.command;
  }

  /**
   * Keeps the commands of a run that is over, and what was opened for them until all have ended; `markLeft` marks them
   * until then. Without any it closes at once.
   */
  async keep(
    commands: readonly BackgroundCommand[],
    opened: Disposable | undefined,
    markLeft: () => Promise<HeldFolder | undefined>,
  ): Promise<void> {
    if (commands.length === 0) {
      opened?.dispose();
      return;
    }
    const mark = await markLeft();
    const ends = commands.map(({ command }) => command.ended.catch(() => undefined));
    const released = Promise.all(ends)
      .then(() => opened?.dispose())
      .then(() => mark?.release())
      .catch(() => undefined);
    for (const one of commands) {
      this.#kept.set(one.command.id, one);
      this.#running.set(one, released);
      void one.command.ended.finally(() => this.#ended(one)).catch(() => undefined);
    }
    this.#onChange();
  }

  /** Resolves when nothing of them is left. */
  async stopAll(): Promise<void> {
    const all = [...this.#running];
    await Promise.all(all.map(([{ command }]) => command.stop()));
    await Promise.all(all.map(([, released]) => released));
  }

  #ended(one: BackgroundCommand): void {
    this.#running.delete(one);
    const over = [...this.#kept].filter(([, kept]) => !this.#running.has(kept));
    for (const [id] of over.slice(0, -maxEnded)) {
      this.#kept.delete(id);
    }
    this.#onChange();
  }
}
