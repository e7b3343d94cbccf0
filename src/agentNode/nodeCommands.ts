import { join } from "node:path";

import type { Command, CommandEnd, CommandRequest, Commands } from "../agent/command/commands.ts";
import { commandEnvironment, plainEnvironment } from "./commandEnvironment.ts";
import { CommandProcess } from "./commandProcess.ts";
import { checkPlain } from "./plainCheck.ts";
import { findShell } from "./shell.ts";

export interface NodeCommandsOptions {
  /** Marks the processes of the run; without `.`. */
  readonly runId: string;
  /** Absolute paths of the workspace's folders. */
  readonly workspace: readonly string[];
  /** An existing folder of the product's own, for the output of commands. */
  readonly outputFolder: string;
  /** The environment of this process. */
  readonly environment: NodeJS.ProcessEnv;
  /** Names of variables that the person let in although they look secret. */
  readonly allowedVariables: readonly string[];
}

/** Commands of one run as processes of this machine. */
export class NodeCommands implements Commands {
  readonly #options: NodeCommandsOptions;
  readonly #commands = new Map<string, Command>();
  #count = 0;

  constructor(options: NodeCommandsOptions) {
    this.#options = options;
  }

  async isPlain(script: string, folder: string): Promise<boolean> {
    return (await this.#plainPath(script, folder)) !== undefined;
  }

  async start({ script, folder, timeoutMs, isPlain }: CommandRequest): Promise<Command> {
    this.#count += 1;
    const id = String(this.#count);
    const mark = `${this.#options.runId}.${id}`;
    const base = this.#options.environment;
    const shell = findShell(base["PATH"] ?? "");
    const path = isPlain ? await this.#plainPath(script, folder) : undefined;
    if (!shell || (isPlain && path === undefined)) {
      return this.#add(notStarted(id, shell ? "it is no longer plain" : "no shell was found"));
    }
    const environment =
      path === undefined
        ? commandEnvironment(base, { mark, allowed: this.#options.allowedVariables })
        : plainEnvironment(base, { path, mark });
    const outputFile = join(this.#options.outputFolder, `${mark}.txt`);
    const started = new CommandProcess({
      shell,
      script,
      folder,
      environment,
      mark,
      outputFile,
      timeoutMs,
    });
    return this.#add({
      id,
      ended: started.ended,
      output: () => started.output(),
      stop: async () => {
        await started.stop();
      },
    });
  }

  find(id: string): Command | undefined {
    return this.#commands.get(id);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#commands.values()].map(async (command) => command.stop()));
  }

  #add(command: Command): Command {
    this.#commands.set(command.id, command);
    return command;
  }

  async #plainPath(script: string, folder: string): Promise<string | undefined> {
    const { workspace, environment } = this.#options;
    return await checkPlain(script, { folder, workspace, path: environment["PATH"] ?? "" });
  }
}

function notStarted(id: string, reason: string): Command {
  const end: CommandEnd = { kind: "notStarted", reason };
  return {
    id,
    ended: Promise.resolve(end),
    output: () => ({ text: "", characters: 0 }),
    stop: () => Promise.resolve(),
  };
}
