import { foldText } from "../fold/foldedText.ts";
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
  const findings = [...numbers, ...findEmails(folded)];
  return findings
    .map((finding) => {
      const [start, end] = sourceSpan(finding.start, finding.end);
      return { ...finding, start, end };
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** The first finding wins: a CNPJ begins before any number inside it. */
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
