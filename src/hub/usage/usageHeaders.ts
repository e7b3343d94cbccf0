import type { BudgetLayer, RateLimit } from "../../shared/hubApi/usageReport.ts";
import { duration, secondsOrDate } from "../durations.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import { amount, count, layerKind } from "./usageFields.ts";

export interface UsageHints {
  readonly budgets: readonly BudgetLayer[];
  readonly rates: readonly RateLimit[];
}

/** Reads the headers of this hub, LiteLLM and LangWatch; rate limits also in OpenAI's and Anthropic's form. */
export function readUsageHeaders(headers: Headers, now: number): UsageHints | undefined {
  const budgets = [remainingLayer(headers), liteLlmLayer(headers), warningLayer(headers)].filter(
    (layer) => layer !== undefined,
  );
  const rates = rateUnits
    .map((unit) => rateOf(headers, unit, now))
    .filter((rate) => rate !== undefined);
  return budgets.length + rates.length === 0 ? undefined : { budgets, rates };
}

const remainingHeaders = ["x-hub-budget-remaining", "x-budget-remaining"];

/** Reads `4.98`, `4.98 USD`, `USD 4.98` or `1200 tokens`. */
function remainingLayer(headers: Headers): BudgetLayer | undefined {
  const text = remainingHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  const digits = amount(/-?\d{1,20}(?:\.\d{1,20})?/u.exec(text ?? "")?.[0]);
  const isTokens = /tokens?\b/iu.test(text ?? "");
  return digits === undefined
    ? undefined
    : withoutUndefined({
        kind: "other" as const,
        unit: isTokens ? ("tokens" as const) : ("money" as const),
        remaining: digits,
        currency: /\b[A-Z]{3}\b/u.exec(text ?? "")?.[0],
      });
}

function liteLlmLayer(headers: Headers): BudgetLayer | undefined {
  const used = amount(headers.get("x-litellm-key-spend"));
  return used === undefined
    ? undefined
    : withoutUndefined({
        kind: "token" as const,
        unit: "money" as const,
        currency: "USD",
        used,
        limit: amount(headers.get("x-litellm-key-max-budget")),
      });
}

/** LangWatch: `project:95` is 95 % of the project's budget. */
function warningLayer(headers: Headers): BudgetLayer | undefined {
  const [, scope, percent] =
    /^([a-z_]{1,40}):(\d{1,3})/iu.exec(headers.get("x-langwatch-budget-warning") ?? "") ?? [];
  return percent === undefined
    ? undefined
    : { kind: layerKind(scope), unit: "money", share: Number(percent) / 100 };
}

interface RateUnit {
  readonly unit: RateLimit["unit"];
  readonly suffix: string | undefined;
  readonly anthropic: string | undefined;
}

const rateUnits: readonly RateUnit[] = [
  { unit: "requests", suffix: "-requests", anthropic: "requests" },
  { unit: "tokens", suffix: "-tokens", anthropic: "tokens" },
  { unit: "inputTokens", suffix: undefined, anthropic: "input-tokens" },
  { unit: "outputTokens", suffix: undefined, anthropic: "output-tokens" },
];

function rateOf(headers: Headers, { unit, suffix, anthropic }: RateUnit, now: number) {
  const value = (what: string): string | null =>
    (suffix === undefined ? null : headers.get(`x-ratelimit-${what}${suffix}`)) ??
    (anthropic === undefined ? null : headers.get(`anthropic-ratelimit-${anthropic}-${what}`)) ??
    (unit === "requests" ? headers.get(`x-ratelimit-${what}`) : null);
  const limit = count(value("limit"));
  const remaining = count(value("remaining"));
  return limit === undefined && remaining === undefined
    ? undefined
    : withoutUndefined({ unit, limit, remaining, resetsAt: resetOf(value("reset"), now) });
}

function resetOf(value: string | null, now: number): number | undefined {
  const ms = duration(value) ?? secondsOrDate(value, now);
  return ms === undefined ? undefined : now + ms;
}
