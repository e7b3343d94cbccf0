import { encodedTextsIn, maxEncodings } from "./encode/encodedText.ts";
import { type Finding, scanText } from "./find/scanText.ts";
import { findersInUse } from "./findersInUse.ts";
import type { OwnFinder } from "./own/ownFinder.ts";
import { apart } from "./secret/findSecrets.ts";

/** With the own kinds of the connected hub. An encoded part is one finding, of the first kind inside. */
export function scanOutbound(
  text: string,
  own: readonly OwnFinder[] = findersInUse(),
): readonly Finding[] {
  return apart([...scanText(text, own), ...scanEncoded(text, maxEncodings, own)]);
}

function scanEncoded(text: string, depth: number, own: readonly OwnFinder[]): readonly Finding[] {
  if (depth === 0) {
    return [];
  }
  return encodedTextsIn(text).flatMap(({ start, end, text: inner }) => {
    const [first] = [...scanText(inner, own), ...scanEncoded(inner, depth - 1, own)];
    return first ? [{ ...first, start, end }] : [];
  });
}
