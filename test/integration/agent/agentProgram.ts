import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { programBundle } from "../../../scripts/programBundles.ts";
import { writeProgram } from "../../support/programs.ts";
import type { HubProcess } from "../hubServer/hubProcess.ts";
import { AgentLab } from "./agentLab.ts";

export interface EndedProgram {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** The environment of a program that is given no token. */
export const withoutToken = { AI_HUB_TOKEN: "" };

/** The built agent without an editor, and a hub that plays trajectories. */
export class AgentProgram {
  readonly lab = new AgentLab();
  readonly path = join(this.lab.hubs.home, "agent.mjs");
  #hub: HubProcess | undefined;

  get hub(): HubProcess {
    if (!this.#hub) {
      throw new Error("The hub was not started");
    }
    return this.#hub;
  }

  async start(): Promise<void> {
    this.#hub = await this.lab.start();
    await writeProgram(this.path, "src/agentCli/main.ts", programBundle);
  }

  /** What every start needs. */
  flags(folder: string): readonly string[] {
    return ["--hub", this.hub.url, "--model", "hub-script-play", "--cwd", folder];
  }

  spawn(args: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
    return spawn(process.execPath, [this.path, ...args], {
      env: {
        PATH: process.env["PATH"],
        AI_HUB_TOKEN: this.hub.token,
        AI_HUB_HOME: join(this.lab.hubs.home, "ours"),
        ...environment,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  async run(args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<EndedProgram> {
    return await endOf(this.spawn(args, environment));
  }
}

/** Waits for the end of a program. */
export async function endOf(child: ChildProcess): Promise<EndedProgram> {
  const [out, error]: [string[], string[]] = [[], []];
  child.stdout?.on("data", (data: Buffer) => out.push(data.toString()));
  child.stderr?.on("data", (data: Buffer) => error.push(data.toString()));
  child.stdin?.end();
  await once(child, "close");
  const lines = out.join("").trimEnd().split("\n");
  return { code: child.exitCode, lines, stderr: error.join("") };
}
