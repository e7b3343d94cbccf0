import type { Fields } from "../../shared/base/json.ts";
import { foldText } from "../../shared/text/foldText.ts";
import type { PortalList } from "../client/wholeList.ts";

const maxLength = 48 * 1024;

/** Returns entries that contain every word of the filter as JSON. If some do not fit, a last entry states the count. */
export function listText({ entries, isComplete, total }: PortalList, filter: string): string {
  const words = foldedWords(filter);
  const matching =
    words.length === 0 ? entries : entries.filter((entry) => hasWords(leafTexts(entry), words));
  const texts: string[] = [];
  let length = 0;
  for (const entry of matching) {
    const text = JSON.stringify(entry);
    length += text.length + 1;
    if (length > maxLength) {
      break;
    }
    texts.push(text);
  }
  if (texts.length < matching.length) {
    const note =
      `Only ${texts.length} of ${matching.length} entries are shown. ` +
      "Use the argument filtro to find particular ones.";
    texts.push(JSON.stringify({ note }));
  }
  if (!isComplete) {
    const of = total === undefined ? "" : ` of ${total}`;
    const note = `The portal gave only ${entries.length}${of} entries. What is not here may exist.`;
    texts.push(JSON.stringify({ note }));
  }
  return `[${texts.join(",")}]`;
}

/** True if the values have all words. A number must match a whole word, so that 123 does not find 91234. */
function hasWords(values: readonly string[], words: readonly string[]): boolean {
  return words.every((word) =>
    /^\d+$/u.test(word)
      ? values.some((value) => value.split(/[^\p{L}\p{N}]+/u).includes(word))
      : values.some((value) => value.includes(word)),
  );
}

function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) {
      yield* leavesOf(inner);
    }
  } else if (typeof value === "string") {
    yield foldText(value);
  } else if (typeof value === "number" || typeof value === "boolean") {
    yield String(value);
  }
}

function leafTexts(entry: Fields): readonly string[] {
  return [...leavesOf(entry)];
}

function foldedWords(text: string): readonly string[] {
  return foldText(text)
    .split(/\s+/u)
    .filter((word) => word !== "");
}
