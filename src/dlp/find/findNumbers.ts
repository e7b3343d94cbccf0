import { DigitGroups, endOfDigits, isSeparator, isWord } from "../fold/digitGroups.ts";
import { Candidate } from "../judge/candidate.ts";
import { Columns } from "../judge/columns.ts";
import type { Judgement } from "../judge/judgement.ts";
import { judgeNumber } from "../judge/judgeNumber.ts";
import { isSharedPhone } from "../judge/phones.ts";
import { type Boundary, boundaryAfter, boundaryBefore } from "../judge/surroundings.ts";
import type { Finding } from "./finding.ts";
import { cnpjWordAround, groupedCnpj } from "./findLetterCnpjs.ts";

const minDigits = 10;
const sharedDigits = 8;
const maxDigits = 19;
/** In rows with more numbers only usual forms count. Single digits need a row of their own. */
const maxGroupsInRow = 5;

export function findNumbers(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  const columns = new Columns(text);
  let previousEnd = -1;
  let wordEnd = 0;
  for (let at = nextDigit(text, 0); at < text.length; at = nextDigit(text, at)) {
    const digitsEnd = endOfDigits(text, at);
    wordEnd = Math.max(wordEnd, endOfWord(text, Math.max(digitsEnd, wordEnd)));
    const isGroup = digitsEnd === wordEnd || text.charCodeAt(digitsEnd) === underscore;
    const finding =
      cnpjWordAround(text, { at, end: wordEnd, columns }) ??
      groupedCnpj(text, at) ??
      (isGroup ? numberAt(text, at, { digitsEnd, previousEnd, columns }) : undefined);
    if (finding) {
      findings.push(finding);
      previousEnd = finding.end;
    }
    at = Math.max(isGroup ? digitsEnd : wordEnd, finding?.end ?? 0);
  }
  return findings;
}

const underscore = 0x5f;

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

function numberAt(
  text: string,
  start: number,
  known: { readonly digitsEnd: number; readonly previousEnd: number; readonly columns: Columns },
): Finding | undefined {
  const length = known.digitsEnd - start;
  const hasSeparator = isSeparator(text.charCodeAt(known.digitsEnd));
  if (length > maxDigits || (length < minDigits && !hasSeparator)) {
    return undefined;
  }
  const before = boundaryBefore(text, start);
  if (before === "inside" || (before === "glued" && (length < 2 || !hasSeparator))) {
    return undefined;
  }
  const groups = new DigitGroups(text, start, known.digitsEnd);
  const candidate = new Candidate(text, groups, known);
  const maxGroups = candidate.followsGroup() ? maxGroupsInRow : maxDigits;
  let best: Finding | undefined;
  do {
    best = better(isLong(groups) ? findingOf(candidate, before) : undefined, best);
  } while (groups.count < maxGroups && groups.extend());
  return best;
}

function isLong(groups: DigitGroups): boolean {
  const { length, count } = groups;
  return (
    length >= minDigits || (length === sharedDigits && count === 2 && isSharedPhone(groups.digits))
  );
}

function better(longer: Finding | undefined, shorter: Finding | undefined): Finding | undefined {
  const isOnlyShorterCertain = shorter?.certainty === "certain" && longer?.certainty !== "certain";
  return isOnlyShorterCertain ? shorter : (longer ?? shorter);
}

function findingOf(candidate: Candidate, before: Boundary): Finding | undefined {
  const { start, end } = candidate.groups;
  const after = boundaryAfter(candidate.text, end);
  const judgement = after === "inside" ? undefined : judgeNumber(candidate);
  if (!judgement || !standsOut(candidate, judgement, [before, after])) {
    return undefined;
  }
  const { kind, doubt, prefix } = judgement;
  const place = { kind, start: start - prefix, end };
  return doubt ? { ...place, certainty: "possible", doubt } : { ...place, certainty: "certain" };
}

/**
 * True if a number counts beside a word: by its groups or its context. A telephone number has no check digit, so its
 * context must name it.
 */
function standsOut(
  candidate: Candidate,
  { kind, isFormal, doubt }: Judgement,
  boundaries: readonly Boundary[],
): boolean {
  if (boundaries.every((boundary) => boundary === "free")) {
    return true;
  }
  if (isFormal || doubt !== undefined || boundaries.includes("glued")) {
    return isFormal && !candidate.isBare;
  }
  return kind !== "phone" || candidate.isNamed(kind);
}
