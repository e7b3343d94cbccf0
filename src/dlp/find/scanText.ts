import { foldText } from "../fold/foldedText.ts";
import { findSecrets, type Secret } from "../secret/findSecrets.ts";
import { findEmails } from "./findEmails.ts";
import type { Finding } from "./finding.ts";
import { findSeparatedCnpjs } from "./findLetterCnpjs.ts";
import { findNumbers } from "./findNumbers.ts";
import { findPixKeys } from "./findPixKeys.ts";
import { mayHoldValue } from "./mayHoldValue.ts";

export type { Finding } from "./finding.ts";

const nothing: readonly Finding[] = [];

export function scanText(text: string): readonly Finding[] {
  if (!mayHoldValue(text)) {
    return nothing;
  }
  const { text: folded, sourceSpan } = foldText(text);
  const numbers = withoutOverlap([
    ...findSeparatedCnpjs(folded),
    ...findPixKeys(folded),
    ...findNumbers(folded),
  ]);
  return withSecrets([...numbers, ...findEmails(folded)], findSecrets(folded))
    .map((finding) => {
      const [start, end] = sourceSpan(finding.start, finding.end);
      return { ...finding, start, end };
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
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

/** A certain number or address inside a secret keeps its own action; random digits there are part of the secret. */
function withSecrets(findings: readonly Finding[], secrets: readonly Secret[]): readonly Finding[] {
  if (secrets.length === 0) {
    return findings;
  }
  const own = secrets.filter(
    ({ start, end }) =>
      !findings.some(
        (other) => other.certainty === "certain" && other.start <= start && other.end >= end,
      ),
  );
  const apart = findings.filter(
    ({ start, end, certainty }) =>
      certainty === "certain" || !own.some((secret) => start >= secret.start && end <= secret.end),
  );
  return [
    ...apart,
    ...own.map(({ start, end, isPublished }): Finding => {
      const place = { kind: "secret", start, end } as const;
      return isPublished
        ? { ...place, certainty: "possible", doubt: "trial" }
        : { ...place, certainty: "certain" };
    }),
  ];
}
