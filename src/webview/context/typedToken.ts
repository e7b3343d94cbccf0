/** `@name` at a word's start, `/name` at the message's start. */
export interface TypedToken {
  readonly kind: "mention" | "command";
  readonly start: number;
  readonly query: string;
}

const maxQuery = 200;
/** Characters before a mention; `mail@host` is not a mention. */
const beforeMention = /[\s([{"'`,;]/u;

/** `mayHaveSpaces`: the search is limited to one source. */
export function tokenAt(
  text: string,
  caret: number,
  mayHaveSpaces = false,
): TypedToken | undefined {
  const before = text.slice(Math.max(0, caret - maxQuery), caret);
  const offset = caret - before.length;
  if (offset === 0 && /^\/[^\s/]*$/u.test(before)) {
    return { kind: "command", start: 0, query: before.slice(1) };
  }
  const at = before.lastIndexOf("@");
  const query = before.slice(at + 1);
  const isStart = at === 0 ? offset === 0 : at > 0 && beforeMention.test(before[at - 1] ?? "");
  const isOpen = mayHaveSpaces ? !query.includes("\n") : !/\s/u.test(query);
  return isStart && isOpen ? { kind: "mention", start: offset + at, query } : undefined;
}

export function commandIn(
  text: string,
): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest] =
    /^\/([\p{L}\p{N}][\p{L}\p{N}._-]{0,59})(?:\s+([\s\S]*))?$/u.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, rest: rest ?? "" };
}
