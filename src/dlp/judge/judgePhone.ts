import type { Candidate } from "./candidate.ts";
import { certain, doubtIn, type Judgement, possible } from "./judgement.ts";
import { isNationalPhone, isSharedPhone, isTollFree } from "./phones.ts";

export function judgePhone(candidate: Candidate, digits: string): Judgement | undefined {
  const sign = signBefore(candidate);
  const hasPrefix = "+(".includes(sign);
  if (isTollFree(digits) || isSharedPhone(digits)) {
    return withPrefix(judgeFreePhone(candidate), hasPrefix);
  }
  if (sign === "+" && withoutCountry(digits) === digits) {
    return withPrefix(judgeForeignPhone(candidate), hasPrefix);
  }
  if (sign === "(" && /^3\)3[ .-]4$/u.test(candidate.groups.shape) && !digits.startsWith("0")) {
    return withPrefix(judgeAmericanPhone(candidate, digits), hasPrefix);
  }
  return judgeNationalPhone(candidate, digits);
}

function judgeNationalPhone(candidate: Candidate, digits: string): Judgement | undefined {
  const national = digits.startsWith("0") ? digits.slice(1) : digits;
  const afterCountry = withoutCountry(digits);
  const isOfCountry = afterCountry !== digits && isNationalPhone(afterCountry);
  if (!isOfCountry && !isNationalPhone(national)) {
    return undefined;
  }
  if (isSpanOfYears(national) && !candidate.context("phone").isLikely) {
    return undefined;
  }
  const hasMark =
    (isOfCountry && hasCountryMark(candidate)) || hasAreaMark(candidate, national !== digits);
  return hasMark
    ? withPrefix(certain("phone"), "+(".includes(signBefore(candidate)))
    : judgeUnmarkedPhone(candidate);
}

/** True for a number and two years, as in `(11) 2024-2025`. */
function isSpanOfYears(digits: string): boolean {
  const [, first, last] = /^\d\d(20\d\d)(20\d\d)$/u.exec(digits) ?? [];
  const years = Number(last) - Number(first);
  return years > 0 && years <= 10;
}

function withPrefix(judgement: Judgement | undefined, hasPrefix: boolean): Judgement | undefined {
  return judgement && { ...judgement, prefix: hasPrefix ? 1 : 0 };
}

function withoutCountry(digits: string): string {
  return digits.startsWith("55") || digits.startsWith("0055")
    ? digits.replace(/^(?:00)?550?(?=\d{10,11}$)/u, "")
    : digits;
}

function signBefore({ text, groups }: Candidate): string {
  return text.charAt(groups.start - 1) || " ";
}

/** True for `+55`, for `0055` in groups, and for a `tel:` link. Bare digits after two zeros may be padding. */
function hasCountryMark(candidate: Candidate): boolean {
  const { text, groups, isBare } = candidate;
  const { shape, digits, start } = groups;
  if (signBefore(candidate) === "+") {
    return !shape.includes(".") || usualShape.test(shape);
  }
  const before = text.slice(Math.max(0, start - 12), start).toLowerCase();
  return (
    /(?:wa\.me\/|phone=|tel:)$/u.test(before) ||
    (digits.startsWith("0055") && !isBare && usualShape.test(shape))
  );
}

function hasAreaMark(candidate: Candidate, hasTrunk: boolean): boolean {
  const { shape } = candidate.groups;
  if (signBefore(candidate) === "(") {
    return shape.startsWith(hasTrunk ? "3)" : "2)");
  }
  return (
    hasTrunk &&
    /^(?:3|1[ -]2)[ ._-][45][ ._-]4$/u.test(shape) &&
    (shape.includes("-") || !candidate.groups.isAmongGroups())
  );
}

/**
 * Brazilian groups: country, area code, an optional separate 9, then four or five and four digits.
 */
const usualShape =
  /^(?:\d+|(?:2\D2\D|[24]\D)?(?:1\D)?(?:[23]\D(?:1\D)?[45]\D4|[23]\D[89]|2\D1\D8|[67]\D4|2\D3\D3\D3)|4\D[45]\D4)$/u;

function judgeUnmarkedPhone(candidate: Candidate): Judgement | undefined {
  const { shape } = candidate.groups;
  if (!usualShape.test(shape)) {
    return undefined;
  }
  const context = candidate.context("phone");
  if (context.isLikely) {
    return certain("phone", context);
  }
  return /^(?:55.)?2[ ._-][45][._-]4$/u.test(shape) && !context.isOther
    ? possible("phone", "unnamed")
    : undefined;
}

/** `0800` and similar. Certain in usual groups; otherwise it needs context. */
function judgeFreePhone(candidate: Candidate): Judgement | undefined {
  const { shape } = candidate.groups;
  const isUsual = /^4[ .)_-]3[ ._-]4$/u.test(shape);
  if (isUsual && !candidate.groups.isAmongGroups()) {
    return certain("phone");
  }
  const context = candidate.context("phone");
  if (context.isLikely && /^(?:\d+|4\D(?:\d|\d\D\d|\d\D\d\D\d))$/u.test(shape)) {
    return certain("phone", context);
  }
  return isUsual ? possible("phone", doubtIn(context)) : undefined;
}

function judgeForeignPhone(candidate: Candidate): Judgement | undefined {
  const { digits, shape } = candidate.groups;
  if (digits.length > 15 || digits.startsWith("0") || digits.startsWith("55")) {
    return undefined;
  }
  return judgeAbroad(candidate, /^[1-3]\D.*\D/u.test(shape) && !candidate.isInRow());
}

/** `(DDD) DDD-DDDD`, as in North America. */
function judgeAmericanPhone(candidate: Candidate, digits: string): Judgement | undefined {
  return judgeAbroad(candidate, /^[2-9]\d\d[2-9]/u.test(digits));
}

function judgeAbroad(candidate: Candidate, isUsual: boolean): Judgement | undefined {
  const context = candidate.context("phone");
  if (context.isLikely) {
    return certain("phone", context);
  }
  return isUsual ? possible("phone", doubtIn(context)) : undefined;
}
