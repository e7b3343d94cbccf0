import type { Amount, TokenUsage } from "./records.ts";
import type { BudgetClaim, BudgetState } from "./store.ts";

const million = 1_000_000n;

/** The cost, exact even where the product passes 2^53. */
export function outputCost(tokens: number, perMillion: Amount): Amount {
  return Number((BigInt(tokens) * BigInt(perMillion) + million - 1n) / million);
}

export function claimAmount(claim: BudgetClaim, outputTokens: number): Amount {
  return claim.fixed + outputCost(outputTokens, claim.perMillionOutput);
}

export function usedAmount(
  { unit, perToken }: Pick<BudgetClaim, "unit" | "perToken">,
  used: Pick<TokenUsage, "inputTokens" | "outputTokens"> & { readonly cost: Amount },
): Amount {
  const tokens = used.inputTokens + used.outputTokens;
  if (perToken !== undefined) {
    return tokens * perToken;
  }
  return unit === "money" ? used.cost : tokens;
}

/** The limit in force, never above the terms' `most`. */
function limitOf({ limit, run }: BudgetClaim, state: BudgetState): Amount {
  return Math.min(state.limit ?? limit, run?.most ?? Infinity);
}

/** The tokens that a budget can pay; negative if even the input does not fit. */
function affordableTokens(claim: BudgetClaim, state: BudgetState): number {
  const left = limitOf(claim, state) - state.spent - state.reserved - claim.fixed;
  if (left < 0) {
    return -1;
  }
  return claim.perMillionOutput === 0
    ? Number.MAX_SAFE_INTEGER
    : Number((BigInt(left) * million) / BigInt(claim.perMillionOutput));
}

export type BudgetGrant =
  | { readonly kind: "granted"; readonly outputTokens: number }
  | { readonly kind: "overBudget"; readonly budget: BudgetState };

/** The granted tokens, or the tightest budget, the first of equals. */
export function grantTokens(
  wished: number,
  claims: readonly { readonly claim: BudgetClaim; readonly state: BudgetState }[],
): BudgetGrant {
  let outputTokens = wished;
  let tightest: BudgetState | undefined;
  for (const { claim, state } of claims) {
    const affordable = affordableTokens(claim, state);
    if (affordable < outputTokens) {
      outputTokens = affordable;
      tightest = state;
    }
  }
  return tightest && outputTokens < Math.min(wished, 1)
    ? { kind: "overBudget", budget: tightest }
    : { kind: "granted", outputTokens };
}
