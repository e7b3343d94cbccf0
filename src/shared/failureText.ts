import type { Failure, FailureKind } from "./failure.ts";
import { dlpKinds, kindInSentence } from "./sensitiveKinds.ts";

export type WordsLocale = "en" | "pt-br";

/** What to tell a person about a failure. Plain sentences, never a server's own text. */
export interface FailureText {
  /** What happened. */
  readonly headline: string;
  /** What to do next. */
  readonly nextStep: string;
}

/** What the sentences may mention, formatted for the language; each absent where it is not known. */
export interface FailureFacts {
  /** Name of a host, only if it looks like one. */
  readonly host: string | undefined;
  /** A platform error code or an HTTP status. */
  readonly code: string | undefined;
  /** A server's word for what it names: a reason, a tool, an encoding. */
  readonly name: string | undefined;
  /** Time of day from which another try makes sense. */
  readonly retryTime: string | undefined;
  /** The same with its date, for what renews by days or months. */
  readonly retryDate: string | undefined;
  /** Whose limit it is. */
  readonly scope: LimitScope | undefined;
  readonly used: string | undefined;
  readonly limit: string | undefined;
  /** What was found, such as "2 CPF". */
  readonly findings: string | undefined;
}

const limitScopes = ["token", "user", "profile", "sector", "project", "team", "model"] as const;

export type LimitScope = (typeof limitScopes)[number];

/** The words of one language. A kind without words does not compile. */
export interface FailureVocabulary {
  readonly texts: Readonly<Record<FailureKind, (facts: FailureFacts) => FailureText>>;
  readonly otherFinding: string;
}

/** What to say about a failure with the words of one language. */
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
    code: matching(failure.systemCode, /^[A-Z][A-Z0-9_]+$/u) ?? httpStatus?.toString(),
    name: matching(failure.hubCode, /^[\w.:-]{1,64}$/u),
    retryTime: date(retryAt, locale, { timeStyle: "short" }),
    retryDate: date(retryAt, locale, { dateStyle: "medium", timeStyle: "short" }),
    scope: limitScopes.find((scope) => scope === failure.scope?.toLowerCase()),
    used: amount(failure.used, locale),
    limit: amount(failure.limit, locale),
    findings: findingsText(failure.dlpFindings, locale, vocabulary),
  };
}

/** Server text enters a sentence only if it is nothing but the name, code or number it should be. */
function matching(text: string | undefined, pattern: RegExp): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}

function amount(text: string | undefined, locale: WordsLocale): string | undefined {
  const digits = matching(text, /^\d{1,15}(\.\d{1,12})?$/u);
  return digits === undefined
    ? undefined
    : new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(Number(digits));
}

function date(
  at: number | undefined,
  locale: WordsLocale,
  options: Intl.DateTimeFormatOptions,
): string | undefined {
  // `format` throws beyond the range of dates.
  return at === undefined || Number.isNaN(new Date(at).getTime())
    ? undefined
    : new Intl.DateTimeFormat(locale, options).format(at);
}

/** What was found, such as "2 × CPF and 1 × e-mail address". */
export function findingsText(
  findings: Failure["dlpFindings"],
  locale: WordsLocale,
  vocabulary: FailureVocabulary,
): string | undefined {
  if (findings === undefined || findings.length === 0) {
    return undefined;
  }
  const counts = new Map<string, number>();
  for (const { type, count } of findings) {
    const name = nameOfFinding(type, locale, vocabulary);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const numbers = new Intl.NumberFormat(locale);
  return new Intl.ListFormat(locale).format(
    [...counts].map(([name, count]) => `${numbers.format(count)}\u00a0× ${name}`),
  );
}

function nameOfFinding(
  type: string,
  locale: WordsLocale,
  { otherFinding }: FailureVocabulary,
): string {
  const spelling = type.toLowerCase().replaceAll(/[^a-z]/gu, "");
  const known =
    dlpKinds.find((kind) => spelling.includes(kind)) ?? (spelling === "mail" ? "email" : undefined);
  return known === undefined ? otherFinding : kindInSentence(known, locale);
}
