interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text that was typed over the selection; undefined if anything else changed. */
export function typedOver(before: string, after: string, { start, end }: Span): string | undefined {
  const rest = before.length - end;
  const isOnlyThere =
    after.length >= start + rest &&
    after.startsWith(before.slice(0, start)) &&
    after.endsWith(before.slice(end));
  return isOnlyThere && after !== before ? after.slice(start, after.length - rest) : undefined;
}

interface TypedBox {
  value: string;
  readonly onDidChangeValue: (listener: (value: string) => void) => { dispose: () => void };
}

const maxRounds = 20;

/**
 * Puts text before the text that a person types in a box. The new value overwrites keys that the box has not reported
 * yet; their report arrives before `roundTrip` ends, and they are added again. `selected` was in the box, selected, so
 * that keys replace it.
 */
export async function putInFront(
  box: TypedBox,
  text: string,
  roundTrip: () => PromiseLike<unknown>,
  selected = "",
): Promise<void> {
  let base = box.value === selected ? "" : box.value;
  let wanted = text + base;
  for (let round = 0; round < maxRounds; round += 1) {
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
    base = box.value;
  }
}
