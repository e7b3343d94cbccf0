import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { foldText } from "../../shared/text/foldText.ts";
import { apiCallIds } from "../contract/calls.ts";
import type { PortalRequest } from "../contract/request.ts";
import type { FieldChange } from "./fieldChanges.ts";

/** Folder of the person's journal, below the data folder of AI Hub. */
export const journalFolderName = "seller-journal";
/** The file to which every program of the person appends. */
export const journalFileName = "journal.jsonl";

/** The name under which a file of the journal is put aside, by its last entry. */
export function asideJournalName({ at, id }: Pick<JournalEntry, "at" | "id">): string {
  return `journal-${String(at).padStart(15, "0")}-${id.replaceAll(/\W/gu, "")}.jsonl`;
}

/** A file of the journal is put aside before it is much longer. In bytes. */
export const maxJournalBytes = 16 * 1024 * 1024;

const valueSchema = z.optional(z.union([z.string(), z.number(), z.boolean(), z.null()]));

const changeSchema = z.object({
  name: z.string().check(z.maxLength(200)),
  before: valueSchema,
  after: valueSchema,
  state: z.enum(["same", "changed", "new", "notSent"]),
});

/**
 * One line of the journal. An attempt at a write has two lines: before it is sent, and after it
 * ended. A third one notes that a reading showed it.
 */
const journalEntrySchema = z.object({
  /** The same in both lines of an attempt. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Epoch milliseconds. */
  at: z.number(),
  environment: z.object({
    name: z.string().check(z.maxLength(200)),
    kind: z.enum(["sandbox", "production"]),
    codigoSeller: z.number(),
  }),
  /** The origin of the write. */
  source: z.enum(["form", "csv", "chat", "editorTool", "mcp"]),
  /** The imported file's name and line, for `csv`. */
  origin: z.optional(z.string().check(z.maxLength(1000))),
  /** The same in all writes of one run of an import. */
  batch: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  call: z.enum(apiCallIds),
  method: z.enum(["GET", "POST", "PUT"]),
  url: z.string().check(z.maxLength(4000)),
  /** As it was sent, byte for byte. */
  body: z.optional(z.string().check(z.maxLength(200_000))),
  changes: z.array(changeSchema).check(z.maxLength(100)),
  /** The record, as its product and state were called then. */
  subject: z.optional(z.string().check(z.maxLength(300))),
  /**
   * `sending` without a later line is a write with an unknown outcome; `accepted`: the portal took it, and nothing
   * shows yet that it was done.
   */
  outcome: z.enum(["sending", "done", "accepted", "failed", "complaint", "notDone", "unknown"]),
  /** A reading afterwards showed what was written; without it, the answer itself did. */
  isSeen: z.optional(z.boolean()),
  /** A `SellerErrorKind`, for a write that was not taken. */
  failure: z.optional(z.string().check(z.maxLength(50))),
  status: z.optional(z.number()),
  requestId: z.optional(z.string().check(z.maxLength(200))),
  /** The portal's own sentences about what it refused. */
  said: z.optional(z.string().check(z.maxLength(2_000))),
  /** The answer as it came, cut and without secrets. */
  answer: z.optional(z.string().check(z.maxLength(8_000))),
});

export type JournalEntry = Readonly<z.infer<typeof journalEntrySchema>>;

/** The fields of an entry that come from the request. They never include a token. */
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

/** Undefined for a torn or foreign line; the other lines still count. */
export function parseJournalLine(line: string): JournalEntry | undefined {
  return journalEntrySchema.safeParse(parseJson(line)).data;
}

/**
 * Each write once, ordered by its start, with its outcome. Of two lines with one id the later
 * counts.
 */
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

/** A write without a second line became unknown: the program stopped while sending. */
export function settledEntry(entry: JournalEntry): JournalEntry {
  return entry.outcome === "sending" ? { ...entry, outcome: "unknown" } : entry;
}

/** Whether only a reading can show if the write was done. */
export function isOpen({ outcome }: JournalEntry): boolean {
  return outcome === "accepted" || outcome === "unknown" || outcome === "sending";
}

/** The entry of such a write after a reading showed it. */
export function seenEntry(entry: JournalEntry): JournalEntry {
  return { ...entry, outcome: "done", failure: undefined, isSeen: true };
}

/** Whether an entry contains all the words, in any of its fields, whatever their case and accents. */
export function matchesSearch(entry: JournalEntry, search: string): boolean {
  const text = foldText(JSON.stringify(entry));
  return foldText(search)
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
