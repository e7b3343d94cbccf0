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
  const candidates = [
    milliseconds(headers.get("retry-after-ms")),
    secondsOrDate(headers.get("retry-after"), now),
    ...gatewayHeaders(headers, now),
    ...objects.map((object) => duration(object["retryDelay"])),
    seconds(/try again in (\d+(?:\.\d+)?) ?s/iu.exec(messages.join("\n"))?.[1]),
  ];
  const found = candidates.find((candidate) => candidate !== undefined);
  return found === undefined ? undefined : Math.min(Math.max(0, Math.ceil(found)), maxMs);
}

function* gatewayHeaders(headers: Headers, now: number): Generator<number | undefined> {
  for (const [name, value] of headers) {
    if (name.startsWith("x-ai-ratelimit-retry-after")) {
      yield seconds(value);
    }
  }
  for (const unit of ["requests", "tokens", "input-tokens", "output-tokens"]) {
    if (headers.get(`anthropic-ratelimit-${unit}-remaining`) === "0") {
      yield secondsOrDate(headers.get(`anthropic-ratelimit-${unit}-reset`), now);
    }
    if (headers.get(`x-ratelimit-remaining-${unit}`) === "0") {
      const reset = headers.get(`x-ratelimit-reset-${unit}`);
      yield duration(reset) ?? secondsOrDate(reset, now);
    }
  }
}

function milliseconds(value: string | null): number | undefined {
  return value !== null && /^\d+(\.\d+)?$/u.test(value.trim()) ? Number(value) : undefined;
}

function seconds(value: string | null | undefined): number | undefined {
  const ms = milliseconds(value ?? null);
  return ms === undefined ? undefined : ms * 1000;
}

/** Seconds from now, seconds since the epoch, or a date. */
function secondsOrDate(value: string | null, now: number): number | undefined {
  const fromNow = seconds(value);
  if (fromNow !== undefined) {
    return fromNow > 1e12 ? fromNow - now : fromNow;
  }
  const date = Date.parse(value ?? "");
  return Number.isNaN(date) ? undefined : date - now;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Go's durations: `30s`, `6m0s`, `1.5s`, `350ms`. */
function duration(value: unknown): number | undefined {
  if (typeof value !== "string" || !/^(\d+(\.\d+)?(ms|s|m|h))+$/u.test(value)) {
    return undefined;
  }
  let total = 0;
  for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gu)) {
    total += Number(amount) * (unitMs[unit ?? ""] ?? 0);
  }
  return total;
}
