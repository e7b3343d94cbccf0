import * as z from "zod/mini";

const name = z.string().check(z.maxLength(300));
const amount = z.string().check(z.maxLength(50));

/** One budget that the person's requests count against. What the hub did not report is absent, never 0. */
export const budgetLayerSchema = z.object({
  kind: z.enum(["token", "user", "profile", "sector", "other"]),
  name: z.optional(name),
  /** Decimal strings in `currency`, or tokens where `unit` says so. */
  unit: z.enum(["money", "tokens"]),
  limit: z.optional(amount),
  used: z.optional(amount),
  remaining: z.optional(amount),
  currency: z.optional(z.string().check(z.maxLength(10))),
  /** Epoch milliseconds of the moment it begins anew. */
  renewsAt: z.optional(z.number()),
});

export type BudgetLayer = z.infer<typeof budgetLayerSchema>;

/** What one hub said about the use of one token. */
export const usageReportSchema = z.object({
  /** Epoch milliseconds. */
  fetchedAt: z.number(),
  budgets: z.array(budgetLayerSchema).check(z.maxLength(50)),
});

export type UsageReport = z.infer<typeof usageReportSchema>;
