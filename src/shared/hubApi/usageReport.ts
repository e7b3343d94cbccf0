import * as z from "zod/mini";

const name = z.string().check(z.maxLength(300));
const amount = z.string().check(z.maxLength(50));
const currency = z.optional(z.string().check(z.maxLength(10)));
const count = z.optional(z.number());

/** A value that the hub did not report is absent, never 0. */
export const budgetLayerSchema = z.object({
  kind: z.enum(["token", "user", "profile", "sector", "other"]),
  name: z.optional(name),
  /** The unit of the decimal strings: money in `currency`, tokens, or the hub's credits. */
  unit: z.enum(["money", "tokens", "credits"]),
  limit: z.optional(amount),
  used: z.optional(amount),
  remaining: z.optional(amount),
  /** The used share from 0 to 1, if the hub reports only that. */
  share: z.optional(z.number()),
  currency,
  /** The period as the hub spells it: `2026-11`, `30d`, `monthly`. */
  period: z.optional(z.string().check(z.maxLength(50))),
  /** The start of the next period in epoch milliseconds. */
  renewsAt: z.optional(z.number()),
});

export type BudgetLayer = z.infer<typeof budgetLayerSchema>;

export const rateLimitSchema = z.object({
  unit: z.enum(["requests", "tokens", "inputTokens", "outputTokens", "parallel"]),
  limit: count,
  remaining: count,
  /** When the whole limit is available again, in epoch milliseconds. */
  resetsAt: z.optional(z.number()),
});

export type RateLimit = z.infer<typeof rateLimitSchema>;

export const usageSumsSchema = z.object({
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  cost: z.optional(amount),
  saved: z.optional(amount),
});

export type UsageSums = z.infer<typeof usageSumsSchema>;

const usageRowSchema = z.extend(usageSumsSchema, { key: name });

export type UsageRow = z.infer<typeof usageRowSchema>;

const rows = z.optional(z.array(usageRowSchema).check(z.maxLength(1000)));
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/u));

export const usageReportSchema = z.object({
  fetchedAt: z.number(),
  budgets: z.array(budgetLayerSchema).check(z.maxLength(50)),
  rates: z.array(rateLimitSchema).check(z.maxLength(10)),
  owner: z.optional(
    z.object({ token: z.optional(name), profile: z.optional(name), sector: z.optional(name) }),
  ),
  /** Days of totals and rows, both inclusive. */
  range: z.optional(z.object({ start: day, end: day })),
  timeZone: z.optional(z.string().check(z.maxLength(100))),
  currency,
  totals: z.optional(usageSumsSchema),
  byDay: rows,
  byModel: rows,
  byApp: rows,
});

export type UsageReport = z.infer<typeof usageReportSchema>;
