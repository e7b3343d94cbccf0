import { constants, copyFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The path of a copy of Node in this workspace, for a command in the sandbox: that hides the machine's temp folder, in which
 * this checkout and its Node may lie.
 */
export function nodeIn(workspace: string): string {
  const program = join(workspace, "node");
  copyFileSync(process.execPath, program, constants.COPYFILE_FICLONE);
  return program;
}
