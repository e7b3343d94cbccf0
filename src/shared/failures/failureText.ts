import { doubts } from "../guarded/doubts.ts";
import { dlpKinds, isOwnKind, kindInSentence } from "../guarded/sensitiveKinds.ts";
import { countsText } from "../text/countsText.ts";
import { moneyText } from "../text/moneyText.ts";
import type { Failure, FailureKind } from "./failure.ts";

export type WordsLocale = "en" | "pt-br";

/** Sentences for a person, never a server's own text. */
export interface FailureText {
  readonly headline: string;
  readonly nextStep: string;
}

export interface FailureFacts {
  readonly host: string | undefined;
  /** A platform's error code, or an HTTP status. */
  readonly code: string | undefined;
  readonly name: string | undefined;
  readonly retryTime: string | undefined;
  readonly retryDate: string | undefined;
  readonly scope: LimitScope | undefined;
  readonly used: string | undefined;
  readonly limit: string | undefined;
  readonly isTokenPerhapsOld: boolean;
  readonly isUnanswered: boolean;
  readonly isGeneral: boolean;
  readonly isRun: boolean;
  readonly findings: string | undefined;
}

const limitScopes = ["token", "user", "profile", "sector", "project", "team", "model"] as const;

export type LimitScope = (typeof limitScopes)[number];

/** A kind without words does not compile. */
export interface FailureVocabulary {
  readonly texts: Readonly<Record<FailureKind, (facts: FailureFacts) => FailureText>>;
  readonly otherFinding: string;
}

export function failureText(
  failure: Failure,
  locale: WordsLocale,
  vocabulary: FailureVocabulary,
): FailureText {
  return vocabulary.texts[failure.kind](factsOf(failure, locale, vocabulary));
}

function factsOf(
  failure: Failure,
  locale: WordsLocale,
  vocabulary: FailureVocabulary,
): FailureFacts {
  const { httpStatus, retryAt } = failure;
  return {
    host: matching(failure.host, /^[\w.:[\]-]+$/u),
    code: matching(failure.systemCode, /^[A-Z][A-Z0-9_]+$/u) ?? errorStatus(httpStatus),
    name: matching(failure.hubCode, /^[\w.:/-]{1,64}$/u),
    retryTime: date(retryAt, locale, { timeStyle: "short" }),
    retryDate: date(retryAt, locale, { dateStyle: "medium", timeStyle: "short" }),
    scope: limitScopes.find((scope) => scope === failure.scope?.toLowerCase()),
    used: amount(failure.used, failure.unit, locale),
    limit: withTokens(amount(failure.limit, failure.unit, locale), failure.unit),
    isTokenPerhapsOld: failure.isTokenPerhapsOld === true,
    isUnanswered: failure.isUnanswered === true,
    isGeneral: failure.isGeneral === true,
    isRun: failure.pause !== undefined,
    findings: findingsText(failure.dlpFindings, locale, vocabulary),
  };
}

/** The status of an error; a status of success is never the cause of a failure. */
function errorStatus(status: number | undefined): string | undefined {
  return status === undefined || (status >= 200 && status < 300) ? undefined : String(status);
}

/** The text if it has the expected form of a name, code or number. No other text of a server enters a sentence. */
function matching(text: string | undefined, pattern: RegExp): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}

function amount(
  text: string | undefined,
  unit: string | undefined,
  locale: WordsLocale,
): string | undefined {
  const digits = matching(text, /^\d{1,15}(\.\d{1,12})?$/u);
  const currency = matching(unit, /^[A-Z]{3}$/u);
  if (digits === undefined || currency === undefined) {
    return (
      digits && new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(Number(digits))
    );
  }
  return moneyText(digits, currency, locale);
}

function withTokens(text: string | undefined, unit: string | undefined): string | undefined {
  return text === undefined || unit !== "tokens" ? text : `${text} tokens`;
}

function date(
  at: number | undefined,
  locale: WordsLocale,
  options: Intl.DateTimeFormatOptions,
): string | undefined {
  // `format` throws for times outside the range of dates.
  return at === undefined || Number.isNaN(new Date(at).getTime())
    ? undefined
    : new Intl.DateTimeFormat(locale, options).format(at);
}

export function findingsText(
  findings: Failure["dlpFindings"],
  locale: WordsLocale,
  vocabulary: FailureVocabulary,
): string | undefined {
  if (findings === undefined || findings.length === 0) {
    return undefined;
  }
  const counts = new Map<string, number>();
  for (const { type, count, doubt } of findings) {
    const kind = nameOfFinding(type, locale, vocabulary);
    const name = doubt === undefined ? kind : `${kind} (${doubts[doubt][locale]})`;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return countsText(counts, locale);
}

function nameOfFinding(
  type: string,
  locale: WordsLocale,
  { otherFinding }: FailureVocabulary,
): string {
  if (isOwnKind(type)) {
    return /^own\.[A-WYZ]{2,14}$/u.test(type) ? kindInSentence(type, locale) : otherFinding;
  }
  const spelling = type.toLowerCase().replaceAll(/[^a-z]/gu, "");
  const known =
    dlpKinds.find((kind) => spelling.includes(kind)) ?? (spelling === "mail" ? "email" : undefined);
  return known === undefined ? otherFinding : kindInSentence(known, locale);
}
