import type { Candidate } from "./candidate.ts";
import { found, foundIf, type Judgement } from "./judgement.ts";
import { isNationalPhone } from "./phones.ts";

/** Rule 5: a country code, an area code in brackets or with a zero, or context. */
export function judgePhone(candidate: Candidate, digits: string): Judgement | undefined {
  const national = digits.startsWith("0") ? digits.slice(1) : digits;
  const afterCountry = withoutCountry(digits);
  if (signBefore(candidate) === "+" && afterCountry === digits) {
    return judgeForeignPhone(candidate);
  }
  const isOfCountry = afterCountry !== digits && isNationalPhone(afterCountry);
  if (!isOfCountry && !isNationalPhone(national)) {
    return undefined;
  }
  const hasMark =
    (isOfCountry && hasCountryMark(candidate)) || hasAreaMark(candidate, national !== digits);
  return hasMark
    ? { ...found("phone", "certain"), prefix: "+(".includes(signBefore(candidate)) ? 1 : 0 }
    : judgeUnmarkedPhone(candidate);
}

/** The national number after 55 or 0055, with or without the zero of long distance; else the digits as they are. */
function withoutCountry(digits: string): string {
  return digits.startsWith("55") || digits.startsWith("0055")
    ? digits.replace(/^(?:00)?550?(?=\d{10,11}$)/u, "")
    : digits;
}

/** The sign that belongs to the number; a space if there is none. */
function signBefore({ text, groups }: Candidate): string {
  return text.charAt(groups.start - 1) || " ";
}

/** `+55`, `0055`, or a link to a telephone. */
function hasCountryMark(candidate: Candidate): boolean {
  const { text, groups } = candidate;
  const before = text.slice(Math.max(0, groups.start - 12), groups.start).toLowerCase();
  return (
    signBefore(candidate) === "+" ||
    groups.digits.startsWith("0055") ||
    /(?:wa\.me\/|phone=|tel:)$/u.test(before)
  );
}

/** `(DD)`, or `0DD` with separators. */
function hasAreaMark(candidate: Candidate, hasTrunk: boolean): boolean {
  return signBefore(candidate) === "("
    ? /^[23]\)/u.test(candidate.groups.shape)
    : hasTrunk && /^(?:3|1.2)[ .-][45][ .-]4$/u.test(candidate.groups.shape);
}

/** Groups as Brazilians write them: area code, perhaps the 9 apart, four or five and four digits. */
const usualShape =
  /^(?:\d+|(?:2\D)?(?:1\D)?(?:[23]\D(?:1\D)?[45]\D4|[23]\D[89]|2\D1\D8|[67]\D4|2\D3\D3\D3)|4\D[45]\D4)$/u;

function judgeUnmarkedPhone(candidate: Candidate): Judgement | undefined {
  const { shape } = candidate.groups;
  if (!usualShape.test(shape)) {
    return undefined;
  }
  const context = candidate.context("phone");
  if (context.isLikely) {
    return found("phone", "certain", context);
  }
  return foundIf(
    /^(?:55.)?2[ .-][45][.-]4$/u.test(shape) && !context.isOther,
    found("phone", "possible"),
  );
}

/** Of another country (E.164): no plan to check against, so only context makes it certain. */
function judgeForeignPhone(candidate: Candidate): Judgement | undefined {
  const { digits, shape } = candidate.groups;
  if (digits.length > 15 || digits.startsWith("0") || digits.startsWith("55")) {
    return undefined;
  }
  const context = candidate.context("phone");
  return context.isLikely
    ? { ...found("phone", "certain", context), prefix: 1 }
    : foundIf(/^[1-3]\D.*\D/u.test(shape) && !candidate.isInRow(), {
        ...found("phone", "possible"),
        prefix: 1,
      });
}
