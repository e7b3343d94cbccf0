import { existsSync } from "node:fs";

import { hubProgram } from "../paths.ts";
import { run } from "../run.ts";
import { build } from "./build.ts";

/** The hub with the given flags; builds it first where that was never done. */
export async function runHub(args: readonly string[]): Promise<void> {
  if (!existsSync(hubProgram)) {
    await build();
  }
  await run(process.execPath, [hubProgram, ...args]);
}
