import { type ApiCallId, sellerCall } from "../seller/contract/calls.ts";
import { readBackOf } from "../seller/csv/run/readBack.ts";
import { keyOfInput } from "../seller/write/currentRecords.ts";
import { isOpen, type JournalEntry, seenEntry } from "../seller/write/journalEntry.ts";
import { baseOfRequest, inputOfRequest } from "../seller/write/requestInput.ts";
import type { SellerAccess, SellerDesk } from "../seller/write/sellerAccess.ts";
import { systemClock } from "../shared/base/clock.ts";
import { visibleText } from "../shared/text/visibleText.ts";

const verifyExit = { seen: 0, unread: 5, notSeen: 6 } as const;

export const verifyHelpText = `mcp.mjs verify

Looks again whether the portal has the writes of the journal whose answers did not show it: those that
it accepted, and those with an unknown outcome. Writes nothing to the portal. A write that the portal has
is done in the journal from then on; one that a later write of the same record replaced is left out.

The environment and the journal come from the variables of the server (mcp.mjs --help). Looks at the
journal of the last day, and at what is older in the same file. Exit codes: 0 every write was seen,
2 usage, 5 the portal or the journal cannot be read, 6 some writes are not seen yet.`;

export interface VerifyDeps {
  readonly access: SellerAccess;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const maxLinesSaid = 200;

/** Reads each list and each order once to find the journal's open writes. Returns the exit code. */
export async function runVerify({ access, say, signal }: VerifyDeps): Promise<number> {
  const desk = access.desk();
  const entries = await access.earlier().catch(() => undefined);
  if (!desk || !entries) {
    say("The journal cannot be read.");
    return verifyExit.unread;
  }
  const writes = openWrites(entries, desk);
  const { seen, notSeen } = await lookedAt(writes, { access, desk, signal });
  const unread = writes.length - seen - notSeen.length;
  for (const write of notSeen.slice(0, maxLinesSaid)) {
    say(visibleText(`Not seen: ${write.call} ${write.subject ?? write.origin ?? write.url}`));
  }
  if (unread > 0) {
    say(`The portal cannot be read: ${unread} writes were not looked at.`);
  }
  say(`Seen ${seen}, not seen yet ${notSeen.length}.`);
  return unread > 0 ? verifyExit.unread : notSeen.length > 0 ? verifyExit.notSeen : verifyExit.seen;
}

async function lookedAt(
  writes: readonly JournalEntry[],
  { access, desk, signal }: Pick<VerifyDeps, "access" | "signal"> & { readonly desk: SellerDesk },
): Promise<{ readonly seen: number; readonly notSeen: readonly JournalEntry[] }> {
  let seen = 0;
  const notSeen: JournalEntry[] = [];
  for (const [call, some] of byCall(writes)) {
    const reading = await readingOf(desk, call, signal);
    for (const write of reading ? some : []) {
      if (await isSeenBy(reading, write)) {
        await access.journal(seenEntry(write));
        seen += 1;
      } else {
        notSeen.push(write);
      }
    }
  }
  return { seen, notSeen };
}

type WriteCall = Parameters<typeof readBackOf>[1];

async function readingOf(
  { client }: SellerDesk,
  call: WriteCall,
  signal: AbortSignal,
): ReturnType<typeof readBackOf> {
  return await readBackOf(client, call, { signal, clock: systemClock }).catch(() => undefined);
}

async function isSeenBy(
  reading: Awaited<ReturnType<typeof readBackOf>>,
  write: JournalEntry,
): Promise<boolean> {
  try {
    return (await reading?.isThere({ input: inputOfRequest(write) })) === true;
  } catch {
    return false;
  }
}

/** Omits writes that a later write of the same record replaced. */
function openWrites(
  entries: readonly JournalEntry[],
  { environment }: SellerDesk,
): readonly JournalEntry[] {
  const latest = new Map<string, JournalEntry>();
  for (const entry of entries) {
    const isHere =
      entry.environment.codigoSeller === environment.codigoSeller &&
      baseOfRequest(entry) === environment.baseUrl;
    if (isHere && entry.outcome !== "failed" && entry.outcome !== "notDone") {
      latest.set(JSON.stringify([entry.call, recordOf(entry)]), entry);
    }
  }
  return [...latest.values()].filter(isOpen);
}

function recordOf(entry: JournalEntry): string {
  return keyOfInput(entry.call, inputOfRequest(entry)) ?? entry.id;
}

function byCall(entries: readonly JournalEntry[]): ReadonlyMap<WriteCall, readonly JournalEntry[]> {
  const found = new Map<WriteCall, JournalEntry[]>();
  for (const entry of entries) {
    const { call } = entry;
    if (isWriteCall(call)) {
      found.set(call, [...(found.get(call) ?? []), entry]);
    }
  }
  return found;
}

function isWriteCall(call: ApiCallId): call is WriteCall {
  return sellerCall(call).isWrite;
}
