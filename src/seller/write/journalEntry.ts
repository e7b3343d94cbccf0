import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { foldText } from "../../shared/text/foldText.ts";
import { apiCallIds } from "../contract/calls.ts";
import type { PortalRequest } from "../contract/request.ts";
import type { FieldChange } from "./fieldChanges.ts";

export const journalFolderName = "seller-journal";
/** All programs of the person append to it. */
export const journalFileName = "journal.jsonl";

/** Names an archived journal by its last entry. */
export function asideJournalName({ at, id }: Pick<JournalEntry, "at" | "id">): string {
  return `journal-${String(at).padStart(15, "0")}-${id.replaceAll(/\W/gu, "")}.jsonl`;
}

/** The journal is archived near this size. */
export const maxJournalBytes = 16 * 1024 * 1024;

const valueSchema = z.optional(z.union([z.string(), z.number(), z.boolean(), z.null()]));

const changeSchema = z.object({
  name: z.string().check(z.maxLength(200)),
  before: valueSchema,
  after: valueSchema,
  state: z.enum(["same", "changed", "new", "notSent"]),
});

/**
 * A line of the journal. A write has two lines: before sending and after its end. A third notes a reading that showed
 * it.
 */
const journalEntrySchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  at: z.number(),
  environment: z.object({
    name: z.string().check(z.maxLength(200)),
    kind: z.enum(["sandbox", "production"]),
    codigoSeller: z.number(),
  }),
  source: z.enum(["form", "csv", "chat", "editorTool", "mcp"]),
  /** For `csv`, the file's name and line. */
  origin: z.optional(z.string().check(z.maxLength(1000))),
  batch: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  call: z.enum(apiCallIds),
  method: z.enum(["GET", "POST", "PUT"]),
  url: z.string().check(z.maxLength(4000)),
  body: z.optional(z.string().check(z.maxLength(200_000))),
  changes: z.array(changeSchema).check(z.maxLength(100)),
  subject: z.optional(z.string().check(z.maxLength(300))),
  /** `sending` without a later line is an unknown outcome; `accepted`: the portal took it, no reading shows it yet. */
  outcome: z.enum(["sending", "done", "accepted", "failed", "complaint", "notDone", "unknown"]),
  /** A reading showed the written values; if absent, the answer showed them. */
  isSeen: z.optional(z.boolean()),
  failure: z.optional(z.string().check(z.maxLength(50))),
  status: z.optional(z.number()),
  requestId: z.optional(z.string().check(z.maxLength(200))),
  said: z.optional(z.string().check(z.maxLength(2_000))),
  answer: z.optional(z.string().check(z.maxLength(8_000))),
});

export type JournalEntry = Readonly<z.infer<typeof journalEntrySchema>>;

/** Never includes the token. */
export function journalRequest(
  { call, method, url, body }: PortalRequest,
  changes: readonly FieldChange[],
): Pick<JournalEntry, "call" | "method" | "url" | "body" | "changes"> {
  return {
    call,
    method,
    url,
    ...(body !== undefined && { body }),
    changes: changes.map(({ name, before, after, state }) => ({ name, before, after, state })),
  };
}

export function journalLine(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Undefined for a torn line or another program's. */
export function parseJournalLine(line: string): JournalEntry | undefined {
  return journalEntrySchema.safeParse(parseJson(line)).data;
}

/** Returns each write once, ordered by its start. Of two lines with one id, the later counts. */
export function settledEntries(lines: Iterable<string>): readonly JournalEntry[] {
  const entries = new Map<string, JournalEntry>();
  for (const line of lines) {
    const entry = line === "" ? undefined : parseJournalLine(line);
    if (entry) {
      entries.set(entry.id, settledEntry(entry));
    }
  }
  return [...entries.values()];
}

/** A write in its final state; without a second line it is unknown, because the program stopped while sending. */
export function settledEntry(entry: JournalEntry): JournalEntry {
  return entry.outcome === "sending" ? { ...entry, outcome: "unknown" } : entry;
}

export function isOpen({ outcome }: JournalEntry): boolean {
  return outcome === "accepted" || outcome === "unknown" || outcome === "sending";
}

export function seenEntry(entry: JournalEntry): JournalEntry {
  return { ...entry, outcome: "done", failure: undefined, isSeen: true };
}

export function matchesSearch(entry: JournalEntry, search: string): boolean {
  const text = foldText(JSON.stringify(entry));
  return foldText(search)
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
