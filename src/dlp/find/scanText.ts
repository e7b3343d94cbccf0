import { foldText } from "../fold/foldedText.ts";
import { findOwn, type OwnFinder } from "../own/ownFinder.ts";
import type { JudgedSecret } from "../secret/doubts.ts";
import { findSecrets } from "../secret/findSecrets.ts";
import { findDisguised } from "./findDisguised.ts";
import { findEmails } from "./findEmails.ts";
import type { Finding } from "./finding.ts";
import { findInRows, mayHaveRow } from "./findInRows.ts";
import { findSeparatedCnpjs } from "./findLetterCnpjs.ts";
import { findNumbers } from "./findNumbers.ts";
import { findPixKeys } from "./findPixKeys.ts";
import { findSpeltEmails } from "./findSpeltEmails.ts";
import { mayHoldValue } from "./mayHoldValue.ts";

export type { Finding } from "./finding.ts";

const nothing: readonly Finding[] = [];

export function scanText(text: string, own: readonly OwnFinder[] = []): readonly Finding[] {
  if (own.length === 0 && !mayHoldValue(text) && !mayHaveRow(text)) {
    return nothing;
  }
  const { text: folded, sourceSpan } = foldText(text);
  const inRows = findInRows(folded, (inner) => findIn(inner, own, []));
  return findIn(folded, own, inRows)
    .map((finding) => {
      const [start, end] = sourceSpan(finding.start, finding.end);
      return { ...finding, start, end };
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
}

function findIn(
  text: string,
  own: readonly OwnFinder[],
  inRows: readonly Finding[],
): readonly Finding[] {
  const numbers = withoutOverlap([
    ...inRows,
    ...findDisguised(text),
    ...findSeparatedCnpjs(text),
    ...findPixKeys(text),
    ...findNumbers(text),
  ]);
  const builtIn = withSecrets(
    [...numbers, ...findEmails(text), ...findSpeltEmails(text)],
    findSecrets(text),
  );
  return own.length === 0 ? builtIn : withOwn(builtIn, text, own);
}

/** Drops overlapping findings; the first one wins, because a CNPJ begins before any number inside it. */
function withoutOverlap(findings: readonly Finding[]): readonly Finding[] {
  let end = 0;
  return findings
    .toSorted((one, other) => one.start - other.start)
    .filter((finding) => {
      const isFree = finding.start >= end;
      end = Math.max(end, finding.end);
      return isFree;
    });
}

/** Adds values of own kinds; such a value explains a doubtful number inside it. */
function withOwn(
  findings: readonly Finding[],
  text: string,
  finders: readonly OwnFinder[],
): readonly Finding[] {
  const own = findOwn(text, finders).map(({ placeholder, start, end }): Finding => ({
    kind: `own.${placeholder}`,
    start,
    end,
    certainty: "certain",
  }));
  if (own.length === 0) {
    return findings;
  }
  const isInside = coverOf(own);
  return [
    ...findings.filter((finding) => finding.certainty === "certain" || !isInside(finding)),
    ...own,
  ];
}

/** Reports whether a place is inside one of `places`, in logarithmic time. */
function coverOf(
  places: readonly { readonly start: number; readonly end: number }[],
): (place: { readonly start: number; readonly end: number }) => boolean {
  const sorted = places.toSorted((one, other) => one.start - other.start);
  let end = 0;
  const ends = sorted.map((place) => (end = Math.max(end, place.end)));
  return (place) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.start ?? 0) <= place.start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (ends[low - 1] ?? 0) >= place.end;
  };
}

/** A certain number or address inside a secret keeps its own action; random digits there are part of the secret. */
function withSecrets(
  findings: readonly Finding[],
  secrets: readonly JudgedSecret[],
): readonly Finding[] {
  if (secrets.length === 0) {
    return findings;
  }
  const isInCertain = coverOf(findings.filter(({ certainty }) => certainty === "certain"));
  const own = secrets.filter((secret) => !isInCertain(secret));
  const isInOwn = coverOf(own);
  const apart = findings.filter((finding) => finding.certainty === "certain" || !isInOwn(finding));
  return [
    ...apart,
    ...own.map(({ name, start, end, doubt }): Finding => {
      const place = { kind: "secret", secret: name, start, end } as const;
      return doubt
        ? { ...place, certainty: "possible", doubt }
        : { ...place, certainty: "certain" };
    }),
  ];
}
