import { Emitter } from "../base/emitter.ts";
import { matchesPattern } from "../text/namePatterns.ts";
import { foldedSegments } from "./guardedMatch.ts";

export type ExclusionSource = "machine" | "hub";

interface Exclusions {
  readonly patterns: readonly string[];
  readonly compiled: readonly (readonly string[])[];
}

const held = new Map<ExclusionSource, Exclusions>();
const didChange = new Emitter<undefined>();
const wordEnds = /[\s"'`=:,;|&()<>@]+/u;

/** Fires when the patterns of this program change. */
export const onDidChangeExclusions = didChange.event;

/**
 * Replaces the patterns of one source for this program: of the machine's policy file, or of the hub's policy.
 *
 * A pattern such as `finance/` or `legal/*.key` matches at any depth of a path, in any case; `*` is a part of a name,
 * `**` any folders. Everything below a match is excluded, too.
 */
export function setExclusions(source: ExclusionSource, patterns: readonly string[] = []): void {
  if (JSON.stringify(held.get(source)?.patterns ?? []) === JSON.stringify(patterns)) {
    return;
  }
  held.set(source, {
    patterns,
    compiled: patterns.map(partsOf).filter(({ length }) => length > 0),
  });
  didChange.fire(undefined);
}

export function exclusions(): readonly string[] {
  return [...new Set([...held.values()].flatMap(({ patterns }) => patterns))];
}

/** True if the organisation excludes the path, absolute or relative: its content may not leave this machine. */
export function isExcluded(path: string): boolean {
  const compiled = [...held.values()].flatMap((each) => each.compiled);
  if (compiled.length === 0) {
    return false;
  }
  const ways = path.includes("..") ? [path, withoutParents(path)] : [path];
  return ways.map(namesOf).some((names) => compiled.some((parts) => isBelowMatch(parts, names)));
}

/** True if a word of the text, such as `--file=finance/a.csv` or `HEAD:finance/a.csv`, is an excluded path. */
export function namesExcluded(text: string): boolean {
  return exclusions().length > 0 && [text, ...text.split(wordEnds)].some(isExcluded);
}

function partsOf(pattern: string): readonly string[] {
  return namesOf(pattern).filter((name, at, all) => name !== "**" || all[at - 1] !== "**");
}

function namesOf(path: string): readonly string[] {
  return foldedSegments(path).filter((segment) => segment !== "" && segment !== ".");
}

/** Matches by tracking the possible places in the pattern, so the work is at most pattern × path. */
function isBelowMatch(parts: readonly string[], segments: readonly string[]): boolean {
  let places = new Set<number>();
  for (const segment of segments) {
    const next = new Set<number>();
    for (const place of entered(parts, [0, ...places])) {
      const part = parts[place] ?? "";
      if (part === "**") {
        next.add(place);
      } else if (matchesPattern(part, segment)) {
        next.add(place + 1);
      }
    }
    places = entered(parts, next);
    if (places.has(parts.length)) {
      return true;
    }
  }
  return false;
}

/** The places after two stars, which may match no folder. */
function entered(parts: readonly string[], places: Iterable<number>): Set<number> {
  const all = new Set(places);
  for (const place of all) {
    if (parts[place] === "**") {
      all.add(place + 1);
    }
  }
  return all;
}

function withoutParents(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split(/[/\\]/u)) {
    if (segment === "..") {
      kept.pop();
    } else if (segment !== ".") {
      kept.push(segment);
    }
  }
  return kept.join("/");
}
