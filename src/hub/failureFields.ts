import type { Failure, FailureKind } from "../shared/failure.ts";
import { type Fields, isRecord } from "../shared/json.ts";
import { redact } from "../shared/redact.ts";
import type { ClassifyContext, ErrorAnswer } from "./errorAnswer.ts";
import type { ErrorSignals } from "./errorSignals.ts";
import { requestIdOf } from "./requestId.ts";
import { withoutUndefined } from "./withoutUndefined.ts";

const maxRaw = 4096;

export interface FailureParts {
  readonly answer: ErrorAnswer;
  readonly signals: ErrorSignals;
  readonly waitMs: number | undefined;
  readonly context: ClassifyContext;
}

/** Everything about an error that may be shown or stored: redacted, bounded, without control characters. */
export function failureOf(kind: FailureKind, parts: FailureParts): Failure {
  const { answer, signals, waitMs, context } = parts;
  const clean = (text: string | undefined, maxLength: number): string | undefined =>
    redact(withoutControls(text ?? ""), context.secrets).slice(0, maxLength) || undefined;
  return withoutUndefined({
    kind,
    httpStatus: answer.status === 0 ? undefined : answer.status,
    hubCode: clean(signals.hubCode, 200),
    requestId: clean(requestIdOf(answer.headers) ?? signals.requestId, 200),
    retryAt: waitMs === undefined ? undefined : context.now + waitMs,
    host: hostOf(answer.headers.get("location"), context.baseUrl),
    raw: clean(signals.messages.join("\n").slice(0, 4 * maxRaw), maxRaw),
    ...(kind === "budget_exhausted" && budgetOf(signals)),
    dlpFindings: findingsOf(signals),
  });
}

/** Where a redirect points to, else the hub itself. */
function hostOf(location: string | null, baseUrl: string): string | undefined {
  const url = URL.parse(location ?? "", baseUrl) ?? URL.parse(baseUrl);
  return url?.host.slice(0, 300);
}

/** Scope, limit, use and renewal of a budget, from the hub's own field or LiteLLM's sentence. */
function budgetOf({ objects, messages, codes }: ErrorSignals): Partial<Failure> {
  const budget: Fields =
    objects.map((object) => object["budget"]).find((field) => isRecord(field)) ?? {};
  const words =
    /current cost: ([\d.]{1,30})[^\n]{0,100}?max budget: ([\d.]{1,30})/iu.exec(
      messages.join("\n"),
    ) ?? [];
  return withoutUndefined({
    scope: shortText(budget["scope"]) ?? /budget\.([a-z]+)\./u.exec(codes.join(" "))?.[1],
    limit: shortText(budget["limit"]) ?? words[2],
    used: shortText(budget["spent"] ?? budget["used"]) ?? words[1],
    retryAt: dateOf(budget["resets_at"]),
  });
}

function dateOf(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function findingsOf({ objects }: ErrorSignals): Failure["dlpFindings"] {
  const list = objects.map((object) => object["dlp"]).find((field) => Array.isArray(field));
  const findings = (list ?? []).slice(0, 20).flatMap((item: unknown) => {
    const type = isRecord(item) ? item["type"] : undefined;
    const count = isRecord(item) ? item["count"] : undefined;
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

/** Terminal escapes, control characters, and the marks that hide text or turn its direction around. */
const controls =
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  /\u001B\[[0-9;]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

function withoutControls(text: string): string {
  return text.replaceAll(controls, "");
}
