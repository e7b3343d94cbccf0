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

/** The part of the editor's box that `putInFront` needs. */
interface TypedBox {
  value: string;
  readonly onDidChangeValue: (listener: (value: string) => void) => { dispose: () => void };
}

const maxRounds = 20;

/**
 * Puts text in front of what a person types in a box. The new value replaces keys that the box had not reported yet; their
 * report comes before the end of `roundTrip`, and the box gets them back.
 */
export async function putInFront(
  box: TypedBox,
  text: string,
  roundTrip: () => PromiseLike<unknown>,
): Promise<void> {
  let wanted = text + box.value;
  for (let round = 0; round < maxRounds; round += 1) {
    const base = box.value;
    const put = wanted;
    const reports: string[] = [];
    const listener = box.onDidChangeValue((value) => reports.push(value));
    box.value = put;
    await roundTrip();
    listener.dispose();
    const late = reports.findLast((value) => !value.startsWith(put));
    const lost = late?.startsWith(base) === true ? late.slice(base.length) : "";
    if (lost === "") {
      return;
    }
    const typedSince = reports.findLast((value) => value.startsWith(put))?.slice(put.length) ?? "";
    wanted = put + lost + typedSince;
  }
}
