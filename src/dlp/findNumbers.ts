import { Candidate } from "./candidate.ts";
import { DigitGroups, endOfDigits, isWord } from "./digitGroups.ts";
import type { Finding } from "./finding.ts";
import { cnpjWordAround } from "./findLetterCnpjs.ts";
import { judgeNumber } from "./judgeNumber.ts";

const minDigits = 10;
const maxDigits = 19;

/** CPF, CNPJ, card and telephone numbers of a folded text, in order, none overlapping. Linear. */
export function findNumbers(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  let previousEnd = -1;
  for (let at = nextDigit(text, 0); at < text.length; at = nextDigit(text, at)) {
    const digitsEnd = endOfDigits(text, at);
    const wordEnd = endOfWord(text, digitsEnd);
    const finding =
      cnpjWordAround(text, at, wordEnd) ??
      (digitsEnd === wordEnd ? numberAt(text, at, { digitsEnd, previousEnd }) : undefined);
    if (finding) {
      findings.push(finding);
      previousEnd = finding.end;
    }
    at = Math.max(wordEnd, finding?.end ?? 0);
  }
  return findings;
}

function nextDigit(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= 57 && code >= 48) {
      return at;
    }
    at += 1;
  }
  return at;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (isWord(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

/** The best reading of the digit groups that begin at `start`: certain before possible, then the longest. */
function numberAt(
  text: string,
  start: number,
  known: { readonly digitsEnd: number; readonly previousEnd: number },
): Finding | undefined {
  const length = known.digitsEnd - start;
  if (length > maxDigits || (length < minDigits && !isGroupAfter(text, known.digitsEnd))) {
    return undefined;
  }
  const groups = new DigitGroups(text, start, known.digitsEnd);
  const candidate = new Candidate(text, groups, known.previousEnd);
  let best: Finding | undefined;
  do {
    if (groups.digits.length >= minDigits && candidate.isWhole()) {
      const judgement = judgeNumber(candidate);
      if (judgement && (best?.certainty !== "certain" || judgement.certainty === "certain")) {
        const { kind, certainty, prefix } = judgement;
        best = { kind, start: start - prefix, end: groups.end, certainty };
      }
    }
  } while (groups.extend());
  return best;
}

/** Whether a separator, and so perhaps another group, follows. */
function isGroupAfter(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  return code === 0x20 || code === 0x29 || (code >= 0x2d && code <= 0x2f) || code === 0x09;
}
