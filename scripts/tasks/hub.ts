import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import { agentProgram, hubProgram, searchProgram } from "../paths.ts";
import { run } from "../run.ts";
import { build } from "./build.ts";

/** Runs the hub with the given flags; builds it first if there is no build. */
export async function runHub(args: readonly string[]): Promise<void> {
  await buildIfMissing(hubProgram);
  await run(process.execPath, [hubProgram, ...args]);
}

/** Runs the agent without an editor with the given flags; ends with its exit code. */
export async function runAgent(args: readonly string[]): Promise<void> {
  await runProgram(agentProgram, args);
}

/** Runs the search in a folder's code with the given flags; ends with its exit code. */
export async function runSearch(args: readonly string[]): Promise<void> {
  await runProgram(searchProgram, args);
}

async function runProgram(program: string, args: readonly string[]): Promise<void> {
  await buildIfMissing(program);
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 130;
}

async function buildIfMissing(program: string): Promise<void> {
  if (!existsSync(program)) {
    await build();
  }
}
