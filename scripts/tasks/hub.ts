import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import { agentProgram, hubProgram } from "../paths.ts";
import { run } from "../run.ts";
import { build } from "./build.ts";

/** Runs the hub with the given flags; builds it first if there is no build. */
export async function runHub(args: readonly string[]): Promise<void> {
  await buildIfMissing(hubProgram);
  await run(process.execPath, [hubProgram, ...args]);
}

/** Runs the agent without an editor with the given flags; ends with its exit code. */
export async function runAgent(args: readonly string[]): Promise<void> {
  await buildIfMissing(agentProgram);
  const { status } = spawnSync(process.execPath, [agentProgram, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 130;
}

async function buildIfMissing(program: string): Promise<void> {
  if (!existsSync(program)) {
    await build();
  }
}
