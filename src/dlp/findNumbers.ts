import { Candidate } from "./candidate.ts";
import { Columns } from "./columns.ts";
import { DigitGroups, endOfDigits, isSeparator, isWord } from "./digitGroups.ts";
import type { Finding } from "./finding.ts";
import { cnpjWordAround } from "./findLetterCnpjs.ts";
import { judgeNumber } from "./judgeNumber.ts";
import { canBegin, canEnd } from "./surroundings.ts";

const minDigits = 10;
const maxDigits = 19;
/** Amid a row of groups only usual forms are looked for; digits one by one must be a row of their own. */
const maxGroupsInRow = 5;

/** CPF, CNPJ, card and telephone numbers of a folded text, in order, none overlapping. Linear. */
export function findNumbers(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  const columns = new Columns(text);
  let previousEnd = -1;
  for (let at = nextDigit(text, 0); at < text.length; at = nextDigit(text, at)) {
    const digitsEnd = endOfDigits(text, at);
    const wordEnd = endOfWord(text, digitsEnd);
    const finding =
      cnpjWordAround(text, { at, end: wordEnd, columns }) ??
      (digitsEnd === wordEnd ? numberAt(text, at, { digitsEnd, previousEnd, columns }) : undefined);
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
  known: { readonly digitsEnd: number; readonly previousEnd: number; readonly columns: Columns },
): Finding | undefined {
  const length = known.digitsEnd - start;
  const isTooShort = length < minDigits && !isSeparator(text.charCodeAt(known.digitsEnd));
  if (length > maxDigits || isTooShort || !canBegin(text, start)) {
    return undefined;
  }
  const groups = new DigitGroups(text, start, known.digitsEnd);
  const candidate = new Candidate(text, groups, known);
  const maxGroups = candidate.followsGroup() ? maxGroupsInRow : maxDigits;
  let best: Finding | undefined;
  do {
    best = better(groups.length < minDigits ? undefined : findingOf(candidate), best);
  } while (groups.count < maxGroups && groups.extend());
  return best;
}

/** The longer one, unless only the shorter is certain. */
function better(longer: Finding | undefined, shorter: Finding | undefined): Finding | undefined {
  const isOnlyShorterCertain = shorter?.certainty === "certain" && longer?.certainty !== "certain";
  return isOnlyShorterCertain ? shorter : (longer ?? shorter);
}

function findingOf(candidate: Candidate): Finding | undefined {
  const { start, end } = candidate.groups;
  const judgement = canEnd(candidate.text, end) ? judgeNumber(candidate) : undefined;
  return (
    judgement && {
      kind: judgement.kind,
      start: start - judgement.prefix,
      end,
      certainty: judgement.certainty,
    }
  );
}
