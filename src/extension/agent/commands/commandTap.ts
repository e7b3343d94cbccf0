import type {
  Command,
  CommandEnd,
  CommandRequest,
  Commands,
} from "../../../agent/command/commands.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { CommandOutput } from "../../../shared/calls/agentCalls.ts";
import type { BackgroundCommand, KeptCommands } from "./keptCommands.ts";

const intervalMs = 100;
const maxLines = 200;

export interface CommandTapDeps {
  readonly clock: Clock;
  readonly callId: () => string;
  readonly print: (output: Omit<CommandOutput, "conversationId">) => void;
  readonly kept: KeptCommands;
}

export class CommandTap implements Commands {
  readonly #inner: Commands;
  readonly #deps: CommandTapDeps;
  readonly #byCall = new Map<string, Command>();
  readonly #background = new Set<BackgroundCommand>();

  constructor(inner: Commands, deps: CommandTapDeps) {
    this.#inner = inner;
    this.#deps = deps;
  }

  isPlain(script: string, folder: string): Promise<boolean> {
    return this.#inner.isPlain(script, folder);
  }

  sandboxProblem(): Promise<string | undefined> {
    return this.#inner.sandboxProblem();
  }

  variables(): readonly string[] {
    return this.#inner.variables();
  }

  async start(request: CommandRequest): Promise<Command> {
    const callId = this.#deps.callId();
    const command = await this.#inner.start(request);
    this.#byCall.set(callId, command);
    if (request.isBackground === true) {
      const one = { callId, command, script: request.script };
      this.#background.add(one);
      void command.ended.finally(() => this.#background.delete(one)).catch(() => undefined);
    }
    void this.#follow(callId, command, request);
    return command;
  }

  find(id: string): Command | undefined {
    return this.#inner.find(id) ?? this.#deps.kept.find(id);
  }

  get earlier(): number {
    return this.#deps.kept.running.length;
  }

  stopAll(kept?: ReadonlySet<string>): Promise<void> {
    return this.#inner.stopAll(kept);
  }

  get background(): readonly BackgroundCommand[] {
    return [...this.#background];
  }

  ofCall(callId: string): Command | undefined {
    return this.#byCall.get(callId);
  }

  async #follow(callId: string, command: Command, request: CommandRequest): Promise<void> {
    const { clock, print } = this.#deps;
    const about = { callId, folder: request.folder, isSandboxed: request.way === "inside" };
    let printed = -1;
    let cancel: (() => void) | undefined;
    const look = (): void => {
      const { characters, text } = command.output();
      if (characters !== printed) {
        printed = characters;
        print({ ...about, tail: tailOf(text), isRunning: true });
      }
      cancel = clock.startTimer(look, intervalMs);
    };
    look();
    let end: CommandEnd;
    try {
      end = await command.ended;
    } finally {
      cancel?.();
    }
    const tail = tailOf(command.output().text);
    print({ ...about, tail, isRunning: false, exit: exitOf(end) });
  }
}

function tailOf(text: string): string {
  return text.split("\n").slice(-maxLines).join("\n");
}

function exitOf(end: CommandEnd): string {
  switch (end.kind) {
    case "exited":
      return String(end.code);
    case "signalled":
      return end.signal;
    case "notStarted":
      return end.reason;
    default:
      return end.kind;
  }
}
