import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import type {
  Command,
  CommandEnd,
  CommandRequest,
  Commands,
  MovedPath,
} from "../agent/command/commands.ts";
import { commandEnvironment, plainEnvironment } from "./commandEnvironment.ts";
import { type CommandOptions, CommandProcess } from "./commandProcess.ts";
import { checkPlain } from "./plainCheck.ts";
import {
  absentProtected,
  probeSandbox,
  type SandboxPlaces,
  type SandboxProbe,
  sandboxFor,
} from "./sandbox.ts";
import { findShell } from "./shell.ts";

export interface NodeCommandsOptions {
  /** Marks the processes of the run; without `.`. */
  readonly runId: string;
  /** Absolute, real paths of the workspace's folders. */
  readonly workspace: readonly string[];
  /** The person's home folder. */
  readonly home: string;
  /** An existing folder of the product's own, for the output of commands. */
  readonly outputFolder: string;
  /** A folder of the product's own that outlives the run, for what is moved away: the person may have made it. */
  readonly movedFolder: string;
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
  #isOver = false;
  #probe: Promise<SandboxProbe> | undefined;

  constructor(options: NodeCommandsOptions) {
    this.#options = options;
  }

  async isPlain(script: string, folder: string): Promise<boolean> {
    return (await this.#plainPath(script, folder)) !== undefined;
  }

  async sandboxProblem(): Promise<string | undefined> {
    const probe = await this.#sandbox();
    return probe.kind === "missing" ? probe.reason : undefined;
  }

  async start(request: CommandRequest): Promise<Command> {
    this.#count += 1;
    const id = String(this.#count);
    const prepared = await this.#prepare(request, `${this.#options.runId}.${id}`);
    // From here to the map nothing waits: what begins is ended by `stopAll`, or does not begin.
    const ready = this.#isOver ? "the run is over" : prepared;
    const command = typeof ready === "string" ? notStarted(id, ready) : this.#begin(id, ready);
    this.#commands.set(id, command);
    return command;
  }

  find(id: string): Command | undefined {
    return this.#commands.get(id);
  }

  async stopAll(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#commands.values()].map(async (command) => command.stop()));
  }

  /** What a process needs, or why it cannot start. */
  async #prepare(
    { script, folder, timeoutMs, way }: CommandRequest,
    mark: string,
  ): Promise<CommandOptions | string> {
    const base = this.#options.environment;
    const shell = findShell(base["PATH"] ?? "");
    if (!shell) {
      return "no shell was found";
    }
    const outputFile = join(this.#options.outputFolder, `${mark}.txt`);
    const common = { shell, script, folder, mark, outputFile, timeoutMs };
    if (way === "plain") {
      const path = await this.#plainPath(script, folder);
      return path === undefined
        ? "the script is no longer plain"
        : { ...common, environment: plainEnvironment(base, { path, mark }) };
    }
    const allowed = this.#options.allowedVariables;
    const environment = commandEnvironment(base, { mark, allowed });
    if (way === "outside") {
      return { ...common, environment };
    }
    const probe = await this.#sandbox();
    if (probe.kind === "missing") {
      return `there is no sandbox: ${probe.reason}`;
    }
    const sandbox = sandboxFor(this.#places, base["PATH"] ?? "");
    return sandbox ? { ...common, environment, sandbox } : "the sandbox is gone";
  }

  #begin(id: string, options: CommandOptions): Command {
    const guarded = options.sandbox ? absentProtected(this.#options.workspace) : [];
    const started = new CommandProcess(options);
    const movedAway: MovedPath[] = [];
    const ended = started.ended.then(async (end) => {
      movedAway.push(...(await moveAway(guarded, join(this.#options.movedFolder, options.mark))));
      return end;
    });
    return {
      id,
      movedAway,
      ended,
      output: () => started.output(),
      stop: async () => {
        await started.stop();
        await ended;
      },
    };
  }

  #sandbox(): Promise<SandboxProbe> {
    this.#probe ??= this.#probeSandbox();
    return this.#probe;
  }

  async #probeSandbox(): Promise<SandboxProbe> {
    await writeFile(this.#places.emptyFile, "");
    return await probeSandbox(this.#places, this.#options.environment["PATH"] ?? "");
  }

  get #places(): SandboxPlaces {
    const { workspace, home, outputFolder } = this.#options;
    return { workspace, home, emptyFile: join(outputFolder, "empty") };
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
    movedAway: [],
    output: () => ({ text: "", characters: 0 }),
    stop: () => Promise.resolve(),
  };
}

/** Moves what is there of `paths` into a new folder, out of reach of what would run it. */
async function moveAway(paths: readonly string[], folder: string): Promise<readonly MovedPath[]> {
  const found = paths.filter((path) => existsSync(path));
  return await Promise.all(
    found.map(async (path, index) => {
      const to = join(folder, `${index}-${basename(path)}`);
      try {
        await mkdir(folder, { recursive: true });
        await move(path, to);
        return { path, to };
      } catch {
        // A full disk, mostly: it stays where it is, and the model is told.
        return { path, to: undefined };
      }
    }),
  );
}

/** Between disks too. */
async function move(path: string, to: string): Promise<void> {
  try {
    await rename(path, to);
  } catch {
    await cp(path, to, { recursive: true, verbatimSymlinks: true });
    await rm(path, { recursive: true });
  }
}
