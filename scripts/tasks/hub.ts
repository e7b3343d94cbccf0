import { existsSync } from "node:fs";

import { hubProgram } from "../paths.ts";
import { run } from "../run.ts";
import { build } from "./build.ts";

/** Runs the hub with the given flags; builds it first if there is no build. */
export async function runHub(args: readonly string[]): Promise<void> {
  if (!existsSync(hubProgram)) {
    await build();
  }
  await run(process.execPath, [hubProgram, ...args]);
}
