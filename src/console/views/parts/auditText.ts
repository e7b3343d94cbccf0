import { countText } from "../../../shared/text/countsText.ts";
import type { Format } from "../../app/format.ts";
import type { AuditEntry } from "../../data/types.ts";
import type { Words } from "../../words/en.ts";
import type { Names } from "./names.ts";

export interface AuditVoice {
  readonly words: Words;
  readonly format: Format;
  readonly names: Names;
}

export type Fact = readonly [label: string, value: string];

export function kindName(words: Words, kind: string): string {
  return wordOf(words.auditKind, kind);
}

export function findingName(
  words: Words,
  { type, secret }: AuditEntry["findings"][number],
): string {
  return secret === undefined ? wordOf(words.dlpKind, type) : wordOf(words.secretKind, secret);
}

export function doubtName(words: Words, doubt: string): string {
  return wordOf(words.dlpDoubt, doubt);
}

/** The requested models of requests that the hub sent to a model in house, by request. */
export type RequestedModels = ReadonlyMap<string, string>;

export function requestedModels(entries: readonly AuditEntry[]): RequestedModels {
  return new Map(
    entries.flatMap(({ request_id: id, detail: { asked } }) =>
      id !== null && typeof asked === "string" ? [[id, asked] as const] : [],
    ),
  );
}

/** The entry's model, beside the requested one if the hub sent the request in house. */
export function modelText(
  { model, request_id: id }: AuditEntry,
  requested: RequestedModels,
  words: Words,
): string {
  const asked = id === null ? undefined : requested.get(id);
  return model === null || asked === undefined || asked === model
    ? (model ?? "")
    : words.routedModel(asked, model);
}

/** The signed-in person or the token's owner; else the token itself. */
export function whoOf(
  entry: AuditEntry,
  names: Names,
): { readonly name: string; readonly isToken: boolean } {
  const { user_id: user, token_id: token } = entry;
  if (user !== null) {
    return { name: names.user(user), isToken: false };
  }
  if (token === null) {
    return { name: "", isToken: false };
  }
  const owner = names.owner(token);
  return { name: owner ?? names.token(token), isToken: owner === undefined };
}

export function summaryOf(entry: AuditEntry, voice: AuditVoice): string {
  const { words, format } = voice;
  if (entry.findings.length > 0) {
    return entry.findings
      .map(
        (finding) =>
          countText(format.count(finding.count), findingName(words, finding)) +
          (finding.doubt === undefined ? "" : ` (${doubtName(words, finding.doubt)})`),
      )
      .join(", ");
  }
  const { action, object, name } = entry.detail;
  if (typeof action === "string" && typeof object === "string") {
    const shownAction = wordOf(words.changeAction, action);
    return words.changeOf(shownAction, wordOf(words.recordName, object), String(name ?? ""));
  }
  const listed = Object.keys(entry.detail).filter((fact) => isListed(entry, fact));
  const facts = listed.slice(0, 3).map((fact) => {
    const [label, value] = factOf(entry, fact, voice);
    return plain.has(fact) ? value : `${label}: ${value}`;
  });
  return entry.kind === "usage" ? usageLine(entry, facts, format) : facts.join(" · ");
}

function usageLine(entry: AuditEntry, facts: readonly string[], format: Format): string {
  const { status, latency_ms: latency } = entry;
  const isFailure = status !== null && (facts.length === 0 || status >= 400);
  return [
    ...facts,
    ...(isFailure ? [String(status)] : []),
    ...(latency === null ? [] : [format.duration(latency)]),
  ].join(" · ");
}

/** The entry's details. Amounts without a unit appear only in the JSON. */
export function detailsOf(entry: AuditEntry, voice: AuditVoice): readonly Fact[] {
  return Object.keys(entry.detail)
    .filter((fact) => !elsewhere.has(fact) && (!amounts.has(fact) || hasUnit(entry, fact)))
    .map((fact) => factOf(entry, fact, voice));
}

const plain: ReadonlySet<string> = new Set(["outcome", "reason", "rule"]);
/** Facts of the JSON, or of the entry's model. */
const elsewhere: ReadonlySet<string> = new Set(["asked", "budgets"]);
const unlisted: ReadonlySet<string> = new Set([
  ...elsewhere,
  "budget",
  "cacheWriteTokens",
  "day",
  "period",
  "startedAt",
  "subject",
  "unit",
  "usageSource",
]);
/** Amounts in the smallest unit of their budget. */
const amounts: ReadonlySet<string> = new Set(["limit", "spent", "reserved"]);
/** Counts that are hidden when 1. */
const counts: ReadonlySet<string> = new Set(["attempts", "requests"]);

function isListed({ detail }: AuditEntry, fact: string): boolean {
  const value = detail[fact];
  const isAmount = typeof value === "number" && amounts.has(fact);
  return !unlisted.has(fact) && !isAmount && !(counts.has(fact) && value === 1);
}

function hasUnit({ detail }: AuditEntry, fact: string): boolean {
  return typeof detail[fact] !== "number" || typeof detail["unit"] === "string";
}

function factOf(entry: AuditEntry, fact: string, voice: AuditVoice): Fact {
  const value = entry.detail[fact] ?? "";
  const shown =
    typeof value === "number"
      ? numberText(entry, fact, value, voice)
      : valueText(entry, fact, String(value), voice);
  return [wordOf(voice.words.auditFact, fact), shown];
}

function numberText(
  { detail }: AuditEntry,
  fact: string,
  value: number,
  { words, format }: AuditVoice,
): string {
  if (fact === "percent") {
    return format.percent(value);
  }
  if (fact === "startedAt") {
    return format.dateTime(new Date(value).toISOString());
  }
  if (amounts.has(fact) && detail["unit"] === "money") {
    return format.money(value / microUnits);
  }
  return amounts.has(fact) && detail["unit"] === "tokens"
    ? words.tokenCount(format.count(value))
    : format.count(value);
}

const microUnits = 1_000_000;

function valueText(entry: AuditEntry, fact: string, value: string, voice: AuditVoice): string {
  const { words, format } = voice;
  switch (fact) {
    case "scope":
      return budgetSubject(entry, value, voice);
    case "subject":
      return subjectName(entry, value, voice);
    case "action":
      return wordOf({ ...words.changeAction, ...words.dlpAction }, value);
    case "object":
      return wordOf(words.recordName, value);
    case "fields":
      return format.list(value.split(", ").map((field) => wordOf(words.auditField, field)));
    default:
      return wordOf(valuesOf(words, fact), value);
  }
}

function valuesOf(words: Words, fact: string): Readonly<Record<string, string>> {
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = words.auditValue;
  return Object.hasOwn(known, fact) ? (known[fact] ?? {}) : {};
}

/** As `Engineering (sector)`. */
function budgetSubject(entry: AuditEntry, scope: string, voice: AuditVoice): string {
  const kind = wordOf(voice.words.recordName, scope);
  const ids: Readonly<Record<string, string | null>> = {
    token: entry.token_id,
    user: entry.user_id,
    profile: entry.profile_id,
    sector: entry.sector_id,
    run: entry.run_id,
  };
  const id = entry.detail["subject"] ?? (Object.hasOwn(ids, scope) ? ids[scope] : undefined);
  return typeof id === "string" ? `${subjectName(entry, id, voice)} (${kind})` : kind;
}

function subjectName({ detail }: AuditEntry, id: string, { names }: AuditVoice): string {
  const scope = detail["scope"];
  return scope === "token" || scope === "user" || scope === "profile" || scope === "sector"
    ? names.subject({ scope, subject_id: id })
    : id;
}

/** The name itself if the page has no word for it. */
function wordOf(known: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name;
}
