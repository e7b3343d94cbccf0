/** Offsets of a selection in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What was typed over a selection: the text that stands in its place, if nothing else of the text
 * changed; undefined otherwise.
 */
export function typedOver(before: string, after: string, { start, end }: Span): string | undefined {
  const rest = before.length - end;
  const isOnlyThere =
    after.length >= start + rest &&
    after.startsWith(before.slice(0, start)) &&
    after.endsWith(before.slice(end));
  return isOnlyThere && after !== before ? after.slice(start, after.length - rest) : undefined;
}
