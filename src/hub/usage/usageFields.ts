import type { Fields } from "../../shared/base/json.ts";
import { isRecord } from "../../shared/base/json.ts";
import type { BudgetLayer, UsageReport, UsageSums } from "../../shared/hubApi/usageReport.ts";
import { withoutUndefined } from "../withoutUndefined.ts";

export type UsageParts = Partial<Omit<UsageReport, "fetchedAt">>;

export function amount(value: unknown): string | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? plainDecimal(value) : undefined;
  }
  const digits = typeof value === "string" ? value.trim() : "";
  return /^-?\d{1,20}(?:\.\d{1,20})?$/u.test(digits) ? digits : undefined;
}

export function count(value: unknown): number | undefined {
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : undefined;
}

export function shortText(value: unknown, maxLength = 300): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, maxLength) : undefined;
}

export function moment(value: unknown): number | undefined {
  const found =
    typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
  const ms = typeof value === "number" && found < 1e11 ? found * 1000 : found;
  return ms > 0 && ms < 8.64e15 ? ms : undefined;
}

export function dayOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? /^\d{4}-\d\d-\d\d/u.exec(value)?.[0] : undefined;
  const at = text === undefined ? moment(value) : undefined;
  return text ?? (at === undefined ? undefined : new Date(at).toISOString().slice(0, 10));
}

export function recordOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function sumsOf(fields: Fields): UsageSums {
  return withoutUndefined({
    requests: count(fields["requests"] ?? fields["num_model_requests"]),
    inputTokens: count(fields["input_tokens"] ?? fields["prompt_tokens"]),
    outputTokens: count(fields["output_tokens"] ?? fields["completion_tokens"]),
    cachedTokens: count(fields["cached_tokens"] ?? fields["input_cached_tokens"]),
    cost: amount(fields["cost"] ?? fields["spend"]),
    saved: amount(fields["saved_by_cache"]),
  });
}

const kinds = ["token", "user", "profile", "sector"] as const;

const synonyms: ReadonlyMap<string, BudgetLayer["kind"]> = new Map([
  ["key", "token"],
  ["api_key", "token"],
  ["virtual_key", "token"],
  ["member", "user"],
  ["end_user", "user"],
  ["team", "profile"],
  ["group", "profile"],
  ["department", "sector"],
]);

export function layerKind(scope: unknown): BudgetLayer["kind"] {
  const text = typeof scope === "string" ? scope.toLowerCase() : "";
  return kinds.find((kind) => kind === text) ?? synonyms.get(text) ?? "other";
}

/** Not `String`, because `String(1e-7)` gives an exponent. */
function plainDecimal(value: number): string {
  const text = String(value);
  return /e/iu.test(text)
    ? value
        .toFixed(Math.abs(value) < 1 ? 12 : 0)
        .replace(/(\.\d*?)0+$/u, "$1")
        .replace(/\.$/u, "")
    : text;
}
