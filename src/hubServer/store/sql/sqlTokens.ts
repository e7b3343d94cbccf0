import type { TokenUsage } from "../records.ts";
import { numberIn, type SqlRow } from "./sql.ts";

export const tokenColumns = [
  "input_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "output_tokens",
];

export function tokensOf(row: SqlRow): TokenUsage {
  return {
    inputTokens: numberIn(row, "input_tokens"),
    cachedTokens: numberIn(row, "cached_tokens"),
    cacheWriteTokens: numberIn(row, "cache_write_tokens"),
    outputTokens: numberIn(row, "output_tokens"),
  };
}
