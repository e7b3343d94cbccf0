import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { Failure, FailureKind } from "../../shared/failures/failure.ts";
import { redact } from "../../shared/text/redact.ts";
import { requestIdOf } from "../requestId.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import type { ClassifyContext, ErrorAnswer } from "./errorAnswer.ts";
import type { ErrorSignals } from "./errorSignals.ts";
import { maxWaitMs } from "./retryAfter.ts";

const maxRaw = 4096;
const minRenewalMs = 10 * 60_000;

export interface Verdict {
  readonly kind: FailureKind;
  readonly isGeneral?: true;
}

export interface FailureParts {
  readonly answer: ErrorAnswer;
  readonly signals: ErrorSignals;
  readonly waitMs: number | undefined;
  readonly context: ClassifyContext;
}

/** The fields are redacted and bounded: they may be shown or stored. */
export function failureOf({ kind, isGeneral }: Verdict, parts: FailureParts): Failure {
  const { answer, signals, waitMs, context } = parts;
  const clean = (text: string | undefined, maxLength: number): string | undefined =>
    redact(withoutControls(text ?? ""), context.secrets).slice(0, maxLength) || undefined;
  return withoutUndefined({
    kind,
    isGeneral,
    httpStatus: answer.status === 0 ? undefined : answer.status,
    hubCode: clean(signals.hubCode, 200),
    requestId: clean(requestIdOf(answer.headers) ?? signals.requestId, 200),
    retryAt: retryAtOf(kind, waitMs, context.now),
    host: hostOf(answer.headers.get("location"), context.baseUrl),
    raw: clean(signals.messages.join("\n").slice(0, 4 * maxRaw), maxRaw),
    ...(kind === "budget_exhausted" && budgetOf(signals, budgetNames)),
    ...(kind === "run_budget" && budgetOf(signals, ["run"])),
    ...((kind === "policy_model" || kind === "model_not_found") && modelsOf(signals)),
    dlpFindings: findingsOf(signals),
  });
}

/** When to try again; a short wait does not renew a budget. */
function retryAtOf(kind: FailureKind, waitMs: number | undefined, now: number): number | undefined {
  const isRenewal = kind !== "budget_exhausted" || (waitMs ?? 0) >= minRenewalMs;
  return waitMs !== undefined && waitMs < maxWaitMs && isRenewal ? now + waitMs : undefined;
}

function hostOf(location: string | null, baseUrl: string): string | undefined {
  const url = URL.parse(location ?? "", baseUrl) ?? URL.parse(baseUrl);
  return url?.host.slice(0, 300);
}

function budgetOf(
  { objects, messages, codes }: ErrorSignals,
  names: readonly string[],
): Partial<Failure> {
  const budget = fieldOf(objects, names, isRecord) ?? {};
  const value = (fields: readonly string[]): unknown => fieldOf([budget], fields, isScalar);
  const words =
    /current cost: ([\d.]{1,30})[^\n]{0,100}?max budget: ([\d.]{1,30})/iu.exec(
      messages.join("\n"),
    ) ?? [];
  return withoutUndefined({
    scope:
      shortText(value(["scope", "escopo", "ambito"])) ??
      /budget\.([a-z]+)\./u.exec(codes.join(" "))?.[1],
    limit: shortText(value(["limit", "limite"])) ?? words[2],
    used: shortText(value(["spent", "used", "gasto", "usado", "consumido"])) ?? words[1],
    unit: shortText(value(["unit", "unidade", "unidad"]))?.slice(0, 20),
    retryAt: dateOf(value(["resets_at", "renews_at", "renova_em", "renueva_en"])),
  });
}

const budgetNames: readonly string[] = ["budget", "orcamento", "orçamento", "presupuesto"];
const findingNames: readonly string[] = ["dlp", "findings", "achados", "hallazgos"];

function fieldOf<T>(
  objects: readonly Fields[],
  names: readonly string[],
  isRight: (value: unknown) => value is T,
): T | undefined {
  return objects.flatMap((object) => names.map((name) => object[name])).find(isRight);
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const maxModels = 20;

function modelsOf({ models, messages }: ErrorSignals): Partial<Failure> {
  const list =
    /(?:models?|modelos?(?: \p{L}+)?|op[cç](?:[oõ]es|iones)|options?)\s{0,3}[=:]\s{0,3}[[{(]([^\]})]{1,2000})/iu.exec(
      messages.join("\n"),
    )?.[1];
  const named = (list ?? "")
    .split(",")
    .flatMap((id) => /^\s*["'`]?([\w./:@+-]{1,200})["'`]?\s*$/u.exec(id)?.[1] ?? []);
  const all = [...new Set([...models, ...named])].slice(0, maxModels);
  return all.length === 0 ? {} : { models: all };
}

function dateOf(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function findingsOf({ objects }: ErrorSignals): Failure["dlpFindings"] {
  const list = fieldOf(objects, findingNames, isList) ?? [];
  const findings = list.slice(0, 20).flatMap((item: unknown) => {
    const fields: Fields = isRecord(item) ? item : {};
    const type = fields["type"] ?? fields["tipo"] ?? fields["entity_type"];
    const count = fields["count"] ?? fields["quantidade"] ?? fields["cantidad"];
    return typeof type === "string"
      ? { type: type.slice(0, 64), count: isCount(count) ? count : 1 }
      : [];
  });
  return findings.length > 0 ? findings : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function shortText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, 100)
    : undefined;
}

/** Terminal escapes, control characters, and marks that hide text or reverse its direction. */
const controls =
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  /\u001B\[[0-9;]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

function withoutControls(text: string): string {
  return text.replaceAll(controls, "");
}
