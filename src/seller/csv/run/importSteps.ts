import type { SellerClient } from "../../client/sellerClient.ts";
import { sellerCall } from "../../contract/calls.ts";
import type { RawInput } from "../../contract/validate.ts";
import type { CurrentRecords } from "../../write/currentRecords.ts";
import { fieldChanges } from "../../write/fieldChanges.ts";
import {
  type JournaledWrite,
  journaledWrite,
  type Noted,
  noteSeen,
  type WriteDeps,
} from "../../write/journaledWrite.ts";
import type { CheckedRow, ValidRow } from "../check/rowCheck.ts";
import { effectOf } from "../columns/comparison.ts";
import type { ImportCallId } from "../columns/importTarget.ts";
import type { ImportDeps } from "./importDeps.ts";
import { readBackOf } from "./readBack.ts";

interface ImportedFile extends WriteDeps {
  readonly client: Pick<SellerClient, "send" | "prepare" | "list" | "getOrder">;
  readonly call: ImportCallId;
  readonly rows: () => AsyncIterable<CheckedRow>;
  readonly before: CurrentRecords;
  readonly comparedAt: number;
  readonly name: string;
  readonly source: JournaledWrite["source"];
  readonly batch: string;
  readonly subjectOf?: ((input: RawInput) => string | undefined) | undefined;
  readonly onRecord?: () => void;
}

type Steps = Pick<
  ImportDeps,
  "rows" | "rowsAgain" | "write" | "onSeen" | "isIdempotent" | "clock"
> &
  Required<Pick<ImportDeps, "readBack">> & {
    readonly isUnchanged: (row: ValidRow) => boolean;
  };

export function importSteps(file: ImportedFile): Steps {
  const { client, call, rows, before, comparedAt, clock, onRecord } = file;
  const noted = new Map<number, Noted>();
  const { signal } = new AbortController();
  return {
    rows: rows(),
    rowsAgain: rows,
    write: async (row) => {
      const end = await journaledWrite(file, writeOf(file, row), { signal });
      if (end.outcome === "done" || end.outcome === "accepted") {
        noted.set(row.row.line, end.noted);
      }
      return end;
    },
    onSeen: async (row, isSeen) => {
      const known = noted.get(row.row.line);
      if (known) {
        await noteSeen(file, writeOf(file, row), { noted: known, isSeen });
      }
    },
    isUnchanged: ({ input }) =>
      effectOf(call, input, { current: before, now: comparedAt }) === "same",
    isIdempotent: sellerCall(call).isIdempotent,
    readBack: async (stopped) => {
      const options = { signal: stopped, clock, ...(onRecord && { onRecord }) };
      const reading = await readBackOf(client, call, options);
      const { isThere, isAsBefore } = reading ?? {};
      return isThere && { isThere, isForgotten: isAsBefore && ((row) => isAsBefore(row, before)) };
    },
    clock,
  };
}

export function originOf({ name }: { readonly name: string }, line: number): string {
  return `${name}:${line}`;
}

function writeOf(file: ImportedFile, { row, input }: ValidRow): JournaledWrite {
  const { client, call, before, source, batch, subjectOf } = file;
  const subject = subjectOf?.(input);
  return {
    request: client.prepare(call, input),
    changes: fieldChanges(call, input, before.matching(input)),
    source,
    batch,
    origin: originOf(file, row.line),
    ...(subject !== undefined && { subject }),
  };
}
