import type { ErrorSignals } from "./errorSignals.ts";

const maxMs = 31 * 24 * 3_600_000;

/**
 * Milliseconds the server asks us to wait, from the first that is there: `retry-after-ms`, `retry-after`
 * (seconds or HTTP-date, RFC 9110 §10.2.3), gateways' own headers, the rate-limit resets of Anthropic
 * (RFC 3339) and OpenAI (`6m0s`, `350ms`), a `retryDelay` in the body, or its sentence.
 */
export function retryAfterMs(
  headers: Headers,
  { objects, messages }: ErrorSignals,
  now: number,
): number | undefined {
  const found =
    milliseconds(headers.get("retry-after-ms")) ??
    secondsOrDate(headers.get("retry-after"), now) ??
    fromGateway(headers) ??
    fromResets(headers, now) ??
    fromBody(objects) ??
    fromSentence(messages.join("\n"));
  return found === undefined ? undefined : Math.min(Math.max(0, Math.ceil(found)), maxMs);
}

/** Kong: one header a window and provider. The longest counts. */
function fromGateway(headers: Headers): number | undefined {
  return longest(
    [...headers]
      .filter(([name]) => name.startsWith("x-ai-ratelimit-retry-after"))
      .map(([, value]) => seconds(value)),
  );
}

/** Of the limits that are used up, the one that renews last. */
function fromResets(headers: Headers, now: number): number | undefined {
  const used = ["requests", "tokens", "input-tokens", "output-tokens"].flatMap((unit) => [
    ...(headers.get(`anthropic-ratelimit-${unit}-remaining`) === "0"
      ? [headers.get(`anthropic-ratelimit-${unit}-reset`)]
      : []),
    ...(headers.get(`x-ratelimit-remaining-${unit}`) === "0"
      ? [headers.get(`x-ratelimit-reset-${unit}`)]
      : []),
  ]);
  return longest(used.map((reset) => duration(reset) ?? secondsOrDate(reset, now)));
}

function fromBody(objects: ErrorSignals["objects"]): number | undefined {
  for (const object of objects) {
    const found = duration(object["retryDelay"]) ?? seconds(object["retry_after"]);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function fromSentence(text: string): number | undefined {
  const words =
    /(?:try|retry) (?:again )?(?:in|after) (?<amount>\d+(?:\.\d+)?)(?<unit> ?[a-z\d.]+)?/iu.exec(
      text,
    )?.groups;
  const amount = words?.["amount"] ?? "";
  const unit = words?.["unit"]?.trim() ?? "";
  return (
    duration(amount + unit.replace(/[^a-z\d]+$/iu, "")) ??
    (/^(?:sec|seconds?\b)/iu.test(unit) ? seconds(amount) : undefined) ??
    (/^(?:min|minutes?\b)/iu.test(unit) ? duration(`${amount}m`) : undefined)
  );
}

function longest(candidates: readonly (number | undefined)[]): number | undefined {
  const found = candidates.filter((candidate) => candidate !== undefined);
  return found.length === 0 ? undefined : Math.max(...found);
}

function milliseconds(value: string | null): number | undefined {
  return value !== null && /^\d{1,15}(?:\.\d+)?$/u.test(value.trim()) ? Number(value) : undefined;
}

function seconds(value: unknown): number | undefined {
  const ms =
    typeof value === "string" || typeof value === "number"
      ? milliseconds(String(value))
      : undefined;
  return ms === undefined ? undefined : ms * 1000;
}

/** Milliseconds from now of seconds from now, of seconds or milliseconds since the epoch, or of a date. */
export function secondsOrDate(value: string | null, now: number): number | undefined {
  const amount = milliseconds(value);
  if (amount === undefined) {
    const date = Date.parse(value ?? "");
    return Number.isNaN(date) ? undefined : date - now;
  }
  if (amount > 1e12) {
    return amount - now;
  }
  return amount > 1e9 ? amount * 1000 - now : amount * 1000;
}

const unitMs: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** Milliseconds of Go's durations: `30s`, `6m0s`, `1.5s`, `350ms`. */
export function duration(value: unknown): number | undefined {
  if (typeof value !== "string" || !/^(?:\d{1,15}(?:\.\d+)?(?:ms|s|m|h|d))+$/u.test(value)) {
    return undefined;
  }
  let total = 0;
  for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/gu)) {
    total += Number(amount) * (unitMs.get(unit ?? "") ?? 0);
  }
  return total;
}
