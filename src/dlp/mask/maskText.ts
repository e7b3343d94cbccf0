import { maskOf } from "../../shared/guarded/sensitiveKinds.ts";
import { type Finding, scanText } from "../find/scanText.ts";

/** Irreversible, and safe inside JSON and source strings. Overlapping findings get the first one's mask. */
export function maskText(text: string, findings: readonly Finding[]): string {
  return replace(text, findings, () => false);
}

export function maskJsonText(text: string, findings: readonly Finding[]): string {
  const outside = isJson(text) ? positionsOutsideStrings(text, findings) : undefined;
  return replace(text, findings, ({ start }) => outside?.has(start) === true);
}

export function maskPersonalData(text: string): string {
  return maskJsonText(
    text,
    scanText(text).filter(({ certainty }) => certainty === "certain"),
  );
}

function replace(
  text: string,
  findings: readonly Finding[],
  isBareNumber: (finding: Finding) => boolean,
): string {
  const pieces: string[] = [];
  let done = 0;
  for (const finding of findings.toSorted(byPlace)) {
    const { kind, start, end } = finding;
    if (start >= done && isBareNumber(finding)) {
      pieces.push(text.slice(done, start).replace(/-$/u, ""), JSON.stringify(maskOf(kind)));
    } else if (start >= done) {
      pieces.push(text.slice(done, start), maskOf(kind));
    }
    done = Math.max(done, end);
  }
  pieces.push(text.slice(done));
  return pieces.join("");
}

function isJson(text: string): boolean {
  if (!/^\s{0,64}[[{]/u.test(text)) {
    return false;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function positionsOutsideStrings(json: string, findings: readonly Finding[]): ReadonlySet<number> {
  const outside = new Set<number>();
  let at = 0;
  let isInString = false;
  for (const { start } of findings.toSorted(byPlace)) {
    for (; at < start; at += 1) {
      const character = json.charAt(at);
      if (character === '"') {
        isInString = !isInString;
      } else if (character === "\\") {
        at += 1;
      }
    }
    if (!isInString) {
      outside.add(start);
    }
  }
  return outside;
}

function byPlace(one: Finding, other: Finding): number {
  return one.start - other.start || other.end - one.end;
}
