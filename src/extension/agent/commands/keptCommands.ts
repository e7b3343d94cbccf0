import type { Command } from "../../../agent/command/commands.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type { HeldFolder } from "../runs/agentRuns.ts";

export interface BackgroundCommand {
  readonly callId: string;
  readonly command: Command;
  readonly script: string;
}

const maxEnded = 8;

/**
 * Background commands of a conversation whose runs have ended, for example a server that a run started. They stop when
 * the person stops them, deletes the conversation or closes the window.
 */
export class KeptCommands {
  readonly #onChange: () => void;
  readonly #kept = new Map<string, BackgroundCommand>();
  readonly #running = new Map<BackgroundCommand, Promise<void>>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get running(): readonly BackgroundCommand[] {
    return [...this.#running.keys()];
  }

  get lastId(): number {
    return Math.max(0, ...[...this.#kept.keys()].map(Number));
  }

  find(id: string): Command | undefined {
    return this.#kept.get(id)?.command;
  }

  ofCall(callId: string): Command | undefined {
    return this.running.find((one) => one.callId === callId)?.command;
  }

  /**
   * Keeps the commands of an ended run and their resources until all commands end; `markLeft` marks them meanwhile.
   * Without commands the resources close at once.
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
