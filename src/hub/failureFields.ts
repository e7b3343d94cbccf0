import type { Failure, FailureKind } from "../shared/failure.ts";
import { redact } from "../shared/redact.ts";
import type { ClassifyContext, ErrorAnswer } from "./classify.ts";
import { type ErrorSignals, isRecord } from "./errorSignals.ts";
import { withoutUndefined } from "./withoutUndefined.ts";

const maxRaw = 4096;

export interface FailureParts {
  readonly answer: ErrorAnswer;
  readonly signals: ErrorSignals;
  readonly status: number;
  readonly waitMs: number | undefined;
  readonly context: ClassifyContext;
}

/** Everything about an error that may be shown or stored: redacted, bounded, without control characters. */
export function failureOf(kind: FailureKind, parts: FailureParts): Failure {
  const { answer, signals, status, waitMs, context } = parts;
  const clean = (text: string): string => redact(withoutControls(text), context.secrets);
  const { headers } = answer;
  const requestId =
    headers.get("x-request-id") ??
    headers.get("request-id") ??
    headers.get("apim-request-id") ??
    signals.requestId;
  const hubCode = signals.codes.find(
    (code) => /[a-z]/u.test(code) && code !== "error" && code !== "none",
  );
  const raw = clean(signals.messages.join("\n") || answer.text).slice(0, maxRaw);
  const retryAt = waitMs === undefined ? undefined : context.now + waitMs;
  const location = URL.parse(headers.get("location") ?? "");
  return withoutUndefined({
    kind,
    httpStatus: status >= 100 ? status : undefined,
    hubCode: hubCode && clean(hubCode).slice(0, 200),
    requestId: requestId && clean(requestId).slice(0, 200),
    retryAt,
    host: location ? location.host.slice(0, 300) : context.host,
    raw: raw === "" ? undefined : raw,
    ...budgetOf(kind, signals),
    dlpFindings: findingsOf(signals),
  });
}

/** Scope, limit and use of a budget, from the hub's own field or LiteLLM's sentence. */
function budgetOf(kind: FailureKind, { objects, messages, codes }: ErrorSignals): Partial<Failure> {
  if (kind !== "budget_exhausted") {
    return {};
  }
  const budget = objects.map((object) => object["budget"]).find((field) => isRecord(field)) ?? {};
  const words = /current cost: ([\d.]+).*max budget: ([\d.]+)/isu.exec(messages.join("\n")) ?? [];
  return withoutUndefined({
    scope: textOf(budget["scope"]) ?? /budget\.([a-z]+)\./u.exec(codes.join(" "))?.[1],
    limit: textOf(budget["limit"]) ?? words[2],
    used: textOf(budget["spent"]) ?? words[1],
    retryAt: dateOf(budget["resets_at"]),
  });
}

function dateOf(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function findingsOf({ objects }: ErrorSignals): Failure["dlpFindings"] {
  const list = objects.map((object) => object["dlp"]).find((field) => Array.isArray(field));
  const findings = (list ?? []).flatMap((item: unknown) =>
    isRecord(item) && typeof item["type"] === "string"
      ? {
          type: item["type"].slice(0, 64),
          count: typeof item["count"] === "number" ? item["count"] : 1,
        }
      : [],
  );
  return findings.length > 0 ? findings.slice(0, 20) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, 100)
    : undefined;
}

/** Terminal escapes, control characters and the marks that turn the direction of text around. */
const controls =
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  /\u001B\[[0-9;]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;

function withoutControls(text: string): string {
  return text.replaceAll(controls, "");
}
