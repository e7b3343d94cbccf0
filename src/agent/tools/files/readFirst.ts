import { readAct } from "../../trust/pathTrust.ts";
import type { FileLedger } from "../base/fileLedger.ts";
import type { FileText, WorkspacePath } from "../base/workspace.ts";

/** A refused edit quotes similar lines: for a file such as `.env`, it would show them without approval. */
export function readFirst(
  path: WorkspacePath,
  { hash }: FileText,
  ledger: FileLedger,
): string | undefined {
  return readAct(path) === "read" || ledger.hashOf(path) === hash
    ? undefined
    : `Not done, nothing was changed. ${path.shown} is outside the workspace or may hold secrets, and is not as you last read it. Read it first: the person is asked.`;
}
