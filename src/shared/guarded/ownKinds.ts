import * as z from "zod/mini";

import { sensitiveKinds } from "./sensitiveKinds.ts";

const label = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const words = z
  .array(z.string().check(z.trim(), z.minLength(2), z.maxLength(60)))
  .check(z.maxLength(50));
const weight = z.int().check(z.minimum(0), z.maximum(99));

const builtIn: ReadonlySet<string> = new Set(
  Object.values(sensitiveKinds).map(({ placeholder }) => placeholder),
);

/** The word in `[EMPLOYEE_1]`, and the kind's name in audit and headers: capital letters, without X. */
export const ownPlaceholder = z.string().check(
  z.regex(/^[A-WYZ]{2,14}$/u),
  z.refine((word) => !builtIn.has(word)),
);

export const checkDigitNames = ["luhn", "mod10", "mod11", "mod97"] as const;

/** The check digit. `weights` are for the digits before it, from the left. */
export const checkDigitSchema = z.union([
  z.object({ by: z.enum(checkDigitNames) }),
  z.object({
    by: z.literal("weights"),
    weights: z.array(weight).check(z.minLength(1), z.maxLength(60)),
    modulus: z.int().check(z.minimum(2), z.maximum(97)),
  }),
]);

export type CheckDigit = z.infer<typeof checkDigitSchema>;

/** A kind of value that an organisation defines, as hub and editor judge it. */
export const ownKindSchema = z.object({
  placeholder: ownPlaceholder,
  labels: z.object({ en: label, "pt-br": label }),
  /** In the syntax of `dlp/own/parsePattern.ts`. */
  pattern: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  /** True if capital and small letters differ. */
  case_sensitive: z.optional(z.boolean()),
  /** If not empty, a value counts only near one of these words. */
  near: z.optional(words),
  /** Near one of these words, no value counts. */
  excuse: z.optional(words),
  check: z.optional(checkDigitSchema),
});

export type OwnKind = z.infer<typeof ownKindSchema>;

export const maxOwnKinds = 50;
