import type { Candidate } from "./candidate.ts";
import { isCard, isTestCard } from "./cards.ts";
import { certain, doubtIn, type Judgement, possible } from "./judgement.ts";
import { judgePhone } from "./judgePhone.ts";
import { isCnpj, isCpf } from "./taxIds.ts";

const maxPhoneDigits = 15;

export function judgeNumber(candidate: Candidate): Judgement | undefined {
  const { length, digits } = candidate.groups;
  const judgements = [
    length === 11 && isCpf(digits) ? judgeCpf(candidate) : undefined,
    length === 14 && isCnpj(digits) ? judgeCnpj(candidate) : undefined,
    length >= 13 && isCard(digits) ? judgeCard(candidate) : undefined,
    length <= maxPhoneDigits ? judgePhone(candidate, digits) : undefined,
  ].filter((judgement) => judgement !== undefined);
  if (judgements.length === 0) {
    return undefined;
  }
  const { isLoose } = candidate.groups;
  return judgements
    .filter(({ kind }) => !isLoose || candidate.isNamed(kind))
    .reduce<Judgement | undefined>(
      (best, next) => (best === undefined || isBetter(next, best) ? next : best),
      undefined,
    );
}

function isBetter(next: Judgement, best: Judgement): boolean {
  const isNextCertain = next.doubt === undefined;
  return isNextCertain === (best.doubt === undefined)
    ? next.distance < best.distance && best.distance < Number.POSITIVE_INFINITY
    : isNextCertain;
}

function judgeCpf(candidate: Candidate): Judgement | undefined {
  const { shape } = candidate.groups;
  const isMasked = /^3[./_-]3[./_-]3[./_-]2$/u.test(shape) && !isAddress(candidate);
  return judgeTaxId(candidate, "cpf", { isMasked, isUsual: /^(?:11|3.3.3.2|9-2)$/u.test(shape) });
}

function judgeCnpj(candidate: Candidate): Judgement | undefined {
  const { digits, shape } = candidate.groups;
  const isMasked = /^(?:2[./_-]3[./_-]3[./_-]4[./_-]2|8\/4-2)$/u.test(shape);
  const isUsual = /^(?:14|2.3.3.4.2|8.4.2|12-2)$/u.test(shape) && !isMoment(digits);
  return judgeTaxId(candidate, "cnpj", { isMasked, isUsual });
}

/** Certain by punctuation or context; else possible if the form is usual. */
function judgeTaxId(
  candidate: Candidate,
  kind: "cpf" | "cnpj",
  form: { readonly isMasked: boolean; readonly isUsual: boolean },
): Judgement | undefined {
  if (form.isMasked) {
    return certain(kind);
  }
  const context = candidate.context(kind);
  if (context.isLikely) {
    return certain(kind, context);
  }
  return form.isUsual && !candidate.isInRow() && !candidate.isEmbedded()
    ? possible(kind, doubtIn(context))
    : undefined;
}

function judgeCard(candidate: Candidate): Judgement | undefined {
  const { digits } = candidate.groups;
  const context = candidate.context("card");
  if (!context.isLikely && !isUsualCard(candidate)) {
    return undefined;
  }
  const isPlain = /^\d{15,16}$/u.test(digits);
  if (context.isOther && !isPlain) {
    return undefined;
  }
  if (isTestCard(digits)) {
    return possible("card", "trial");
  }
  if (context.isLikely) {
    return certain("card", context);
  }
  return isPlain && !context.isOther ? certain("card") : possible("card", doubtIn(context));
}

/** True for a card without separators or in printed groups, outside longer rows, paths and base64. */
function isUsualCard(candidate: Candidate): boolean {
  const { shape } = candidate.groups;
  const isPrinted =
    /^4(?<sign>[ ._-])4\k<sign>4\k<sign>4(?:\k<sign>3)?$/u.test(shape) ||
    /^4(?<sign>[ ._-])6\k<sign>[45]$/u.test(shape);
  return (candidate.isBare || isPrinted) && !candidate.isInRow() && !candidate.isEmbedded();
}

function isAddress({ text, groups }: Candidate): boolean {
  const parts = text.slice(groups.start, groups.end).split(".");
  return parts.length === 4 && parts.every((part) => Number(part) <= 255);
}

function isMoment(digits: string): boolean {
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/u.test(
    digits,
  );
}
