import * as z from "zod/mini";

import type { Attachment } from "../../context/attachment.ts";
import { type Fields, isRecord, parseJson } from "../../shared/base/json.ts";
import {
  attachmentInfoSchema,
  type ChatEvent,
  chatEventSchema,
} from "../../shared/conversation/conversation.ts";

const schemaVersion = 1;

export const attachmentSchema = z.object({ info: attachmentInfoSchema, content: z.string() });

const headerSchema = z.object({
  schema: z.number(),
  id: z.string(),
  workspace: z.optional(z.string().check(z.maxLength(1000))),
});

const isFavouriteSchema = z.boolean();

export type ConversationRecord =
  | { readonly kind: "event"; readonly event: ChatEvent }
  | { readonly kind: "attachment"; readonly attachment: Attachment }
  | { readonly kind: "favourite"; readonly isFavourite: boolean }
  | { readonly kind: "header"; readonly workspace: string | undefined };

type Content =
  | { readonly event: ChatEvent }
  | { readonly attachment: Attachment }
  | { readonly isFavourite: boolean };

export function headerLine(id: string, workspace: string | undefined): string {
  return `${JSON.stringify({ schema: schemaVersion, id, workspace })}\n`;
}

export function formatRecord(content: Content, by: string, n: number): string {
  return `${JSON.stringify({ ...content, by, n })}\n`;
}

/** Skips unreadable lines (torn, NUL bytes, foreign) to save the rest. */
export class RecordReader {
  readonly #numbers = new Map<string, number>();
  #isNewer = false;
  #hasRecords = false;

  get isNewer(): boolean {
    return this.#isNewer;
  }

  get hasRecords(): boolean {
    return this.#hasRecords;
  }

  /** Undefined if the line is unreadable, repeated, or written by `ignored`. */
  read(line: string, ignored?: string): ConversationRecord | undefined {
    const value = parseJson(line);
    const record = isRecord(value) ? recordOf(value) : undefined;
    if (!isRecord(value) || !record) {
      return undefined;
    }
    this.#hasRecords = true;
    if (record.kind === "header") {
      this.#isNewer ||= Number(value["schema"]) > schemaVersion;
      return record;
    }
    const isIgnored = ignored !== undefined && value["by"] === ignored;
    return this.#isFirst(value) && !isIgnored ? record : undefined;
  }

  /** Writer and line number identify a line: a line written twice counts once. */
  #isFirst({ by, n }: Fields): boolean {
    if (typeof by !== "string" || typeof n !== "number") {
      return true;
    }
    if (n <= (this.#numbers.get(by) ?? 0)) {
      return false;
    }
    this.#numbers.set(by, n);
    return true;
  }
}

/** A delta, checked by hand: most lines are deltas, and this opens a long conversation twice as fast. */
function deltaOf(value: unknown): ChatEvent | undefined {
  if (!isRecord(value) || value["kind"] !== "partDelta") {
    return undefined;
  }
  const { messageId, part, text } = value;
  return typeof messageId === "string" &&
    typeof text === "string" &&
    (part === "text" || part === "reasoning")
    ? { kind: "partDelta", messageId, part, text }
    : undefined;
}

function recordOf(value: Fields): ConversationRecord | undefined {
  if ("event" in value) {
    const event = deltaOf(value["event"]) ?? chatEventSchema.safeParse(value["event"]).data;
    return event && { kind: "event", event };
  }
  if ("attachment" in value) {
    const { data: attachment } = attachmentSchema.safeParse(value["attachment"]);
    return attachment && { kind: "attachment", attachment };
  }
  if ("isFavourite" in value) {
    const { data: isFavourite } = isFavouriteSchema.safeParse(value["isFavourite"]);
    return isFavourite === undefined ? undefined : { kind: "favourite", isFavourite };
  }
  const { data: header } = headerSchema.safeParse(value);
  return header && { kind: "header", workspace: header.workspace };
}
