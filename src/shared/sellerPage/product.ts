/** One product, joined from the portal's five lists, as the seller page shows it. */
import * as z from "zod/mini";

import { fieldKindSchema } from "./fieldKind.ts";
import { cellSchema, failedSchema } from "./sellerState.ts";

const textSchema = z.string().check(z.maxLength(4_000));
const codeSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** The platform's code and the seller's own; a list may have only one of them. */
export const productKeySchema = z.object({
  code: z.optional(codeSchema),
  sellerCode: z.optional(codeSchema),
});

export type ProductKey = Readonly<z.infer<typeof productKeySchema>>;

/** What a form of the product page changes: the product, or its price in a state, from a moment on. */
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
  /** The fewest and the most delivery days of the state's ranges of postal codes. */
  days: z.optional(z.object({ least: z.number(), most: z.number() })),
  /** The minimum order of the state. */
  minimum: cellSchema,
});

export type StateOfProduct = z.infer<typeof stateSchema>;

export const productSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    key: productKeySchema,
    /** When the oldest of its lists was read, in epoch milliseconds; absent if none could be read. */
    readAt: z.optional(z.number()),
    name: textSchema,
    fields: z
      .array(
        z.object({ name: textSchema, label: textSchema, kind: fieldKindSchema, value: cellSchema }),
      )
      .check(z.maxLength(60)),
    stock: cellSchema,
    states: z.array(stateSchema).check(z.maxLength(100)),
    /** Why a part could not be read. */
    problems: z.array(textSchema).check(z.maxLength(5)),
    /** A list was not whole: what is missing here may exist. */
    isIncomplete: z.boolean(),
  }),
  failedSchema,
]);

export type ProductView = z.infer<typeof productSchema>;
