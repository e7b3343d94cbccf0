import { invalidField } from "../../http/invalidField.ts";
import { type Fields, fieldsOf, listOf, stringOf } from "./fields.ts";

/** Refuses a message whose only content was not read, such as a recording: the model would answer another question. */
export function requireRead(content: unknown, blocks: readonly unknown[], message: string): void {
  const parts = listOf(content).map(fieldsOf);
  const lost = parts.findIndex(({ text }) => typeof text !== "string");
  if (blocks.length === 0 && lost >= 0) {
    const kind = stringOf(parts[lost]?.["type"])?.slice(0, 50) ?? "content";
    throw invalidField(
      `${message}.content[${lost}]`,
      `the server of this model does not read "${kind}", and the message has nothing else`,
    );
  }
}

export function requireMessages(
  messages: readonly unknown[],
  written: readonly unknown[],
  field = "messages",
): void {
  if (messages.length > 0 && written.length === 0) {
    throw invalidField(field, "no message has content that the server of this model reads");
  }
}

export function unreadNames(fields: Fields, known: ReadonlySet<string>): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return known.has(name) || isEmpty ? [] : [name.slice(0, 50)];
  });
}
