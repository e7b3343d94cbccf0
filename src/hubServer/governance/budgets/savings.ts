import type { Amount, ModelRecord } from "../../store/records.ts";
import type {
  CompletionOffers,
  Ledger,
  UsageFilter,
  UsageGroup,
  UsageRow,
} from "../../store/store.ts";
import { priceFor, savedCost } from "./prices.ts";

export interface UsageWithSavings extends UsageRow {
  readonly saved: Amount;
}

/** True if any model has a price for the cache; without it no saving is known. */
export function hasCachePrice(models: readonly ModelRecord[]): boolean {
  return models.some(({ price }) => price?.cachedInput !== undefined);
}

export async function usageWithSavings(
  ledger: Pick<Ledger, "usage">,
  { filter, groups }: { readonly filter: UsageFilter; readonly groups: readonly UsageGroup[] },
  models: readonly ModelRecord[],
): Promise<readonly UsageWithSavings[]> {
  const recordOf = new Map(models.map((model) => [model.id, model]));
  if (!hasCachePrice(models)) {
    const rows = await ledger.usage(filter, groups);
    return rows.map((row) => ({ ...row, saved: 0 }));
  }
  const rows = await ledger.usage(filter, [...new Set<UsageGroup>([...groups, "model"])]);
  const sums = new Map<string, UsageWithSavings>();
  for (const row of rows) {
    const key = JSON.stringify(groups.map((group) => row.group[group]));
    const price = priceFor(recordOf.get(row.group.model ?? ""), 0);
    const one = { ...row, saved: savedCost(row, price) };
    const before = sums.get(key);
    sums.set(key, before ? sumOf(before, one) : one);
  }
  return [...sums.values()];
}

function sumOf(one: UsageWithSavings, other: UsageWithSavings): UsageWithSavings {
  const offers = offersOf(one.offers, other.offers);
  return {
    group: one.group,
    requests: one.requests + other.requests,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cost: one.cost + other.cost,
    saved: one.saved + other.saved,
    ...(offers && { offers }),
  };
}

function offersOf(
  one: CompletionOffers | undefined,
  other: CompletionOffers | undefined,
): CompletionOffers | undefined {
  return one && other
    ? { offered: one.offered + other.offered, kept: one.kept + other.kept }
    : (one ?? other);
}
