import * as z from "zod/mini";

import { fieldKindSchema } from "./fieldKind.ts";
import { cellSchema, failedSchema } from "./sellerState.ts";

const textSchema = z.string().check(z.maxLength(4_000));
const codeSchema = z.string().check(z.minLength(1), z.maxLength(200));

export const productKeySchema = z.object({
  code: z.optional(codeSchema),
  sellerCode: z.optional(codeSchema),
});

export type ProductKey = Readonly<z.infer<typeof productKeySchema>>;

/** The target of a product page's form: the product, or its price in a state from a moment on. */
export const productEntrySchema = z.object({
  key: productKeySchema,
  state: z.optional(z.number()),
  from: z.optional(cellSchema),
});

export type ProductEntry = Readonly<z.infer<typeof productEntrySchema>>;

const stateSchema = z.object({
  code: z.optional(z.number()),
  label: textSchema,
  price: cellSchema,
  from: cellSchema,
  until: cellSchema,
  days: z.optional(z.object({ least: z.number(), most: z.number() })),
  minimum: cellSchema,
});

export type StateOfProduct = z.infer<typeof stateSchema>;

export const productSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    key: productKeySchema,
    readAt: z.optional(z.number()),
    name: textSchema,
    fields: z
      .array(
        z.object({ name: textSchema, label: textSchema, kind: fieldKindSchema, value: cellSchema }),
      )
      .check(z.maxLength(60)),
    stock: cellSchema,
    states: z.array(stateSchema).check(z.maxLength(100)),
    problems: z.array(textSchema).check(z.maxLength(5)),
    /** A list was read in part, so missing entries may exist. */
    isIncomplete: z.boolean(),
  }),
  failedSchema,
]);

export type ProductView = z.infer<typeof productSchema>;
