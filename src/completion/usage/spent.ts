import { isRecord } from "../../shared/base/json.ts";

export interface Spent {
  readonly day: string;
  readonly requests: number;
  readonly tokens: number;
  readonly cost: number;
}

export interface TokenPrices {
  readonly input?: string | undefined;
  readonly output?: string | undefined;
}

export function dayOf(now: number): string {
  const date = new Date(now);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

export function withRequest(
  spent: Spent | undefined,
  day: string,
  { tokens, cost }: { readonly tokens: number; readonly cost: number },
): Spent {
  const { requests, ...before } =
    spent?.day === day ? spent : { day, requests: 0, tokens: 0, cost: 0 };
  return {
    day,
    requests: requests + 1,
    tokens: before.tokens + tokens,
    cost: before.cost + cost,
  };
}

export function costOf(
  { prompt, completion }: { readonly prompt: number; readonly completion: number },
  { input, output }: TokenPrices = {},
): number {
  const cost = prompt * Number(input ?? 0) + completion * Number(output ?? 0);
  return Number.isFinite(cost) ? cost : 0;
}

export const usualRequest = { prompt: 1_100, completion: 25 } as const;

export function readSpent(kept: unknown): Spent | undefined {
  const { day, requests, tokens, cost } = isRecord(kept) ? kept : {};
  const isWhole =
    typeof day === "string" &&
    typeof requests === "number" &&
    typeof tokens === "number" &&
    typeof cost === "number";
  return isWhole ? { day, requests, tokens, cost } : undefined;
}
