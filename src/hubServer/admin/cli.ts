import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Store } from "../store/store.ts";
import type { ExportAudit } from "./adminDeps.ts";
import { readHeadFile } from "./auditHead.ts";

/** Recomputes the chain, against the head that was kept in a file where there is one. */
export async function auditVerify(
  { audit }: Pick<Store, "audit">,
  headFile?: string,
): Promise<{ readonly isIntact: boolean; readonly text: string }> {
  const head = headFile === undefined ? undefined : readHeadFile(headFile);
  const { isIntact, seq, hash, events, problem = "" } = await audit.verify(head);
  const compared = head
    ? `The head that was kept outside the database, event ${head.seq}, is in it.`
    : "No head was kept outside the database to compare it with.";
  return {
    isIntact,
    text: isIntact
      ? `The audit is intact: ${events} events, the newest is ${seq} with the hash ${hash}. ${compared}`
      : `The audit is NOT intact, at event ${seq}: ${problem}`,
  };
}

/** Writes every event, oldest first, no faster than it is read; leaves `out` open. */
export async function auditExport(
  { audit }: Pick<Store, "audit">,
  exportAudit: ExportAudit,
  to: { readonly format: "csv" | "jsonl"; readonly out: Writable },
): Promise<void> {
  const pieces = Readable.from(exportAudit(audit.read({}), to.format));
  await pipeline(pieces, to.out, { end: false });
}

/** Copies the database while the hub runs, and says so. */
export async function backup(store: Pick<Store, "backup">, path: string): Promise<string> {
  await store.backup(path);
  return `The database was copied to ${path}.`;
}
