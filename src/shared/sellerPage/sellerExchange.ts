/** An exchange never contains a token. */
import * as z from "zod/mini";

import { failedSchema, listIdSchema } from "./sellerState.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(200));
const textSchema = z.string().check(z.maxLength(4_000));
const bodySchema = z.string().check(z.maxLength(200_000));

export const exchangeSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("list"), list: listIdSchema }),
  z.object({ kind: z.literal("order") }),
  z.object({ kind: z.literal("token") }),
  z.object({ kind: z.literal("plan"), planId: idSchema }),
  z.object({ kind: z.literal("journal"), id: idSchema }),
  z.object({ kind: z.literal("row"), line: z.int().check(z.positive()) }),
]);

export type ExchangeSource = Readonly<z.infer<typeof exchangeSourceSchema>>;

const headersSchema = z
  .array(z.object({ name: textSchema, value: textSchema }))
  .check(z.maxLength(60));

export const exchangeSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    title: textSchema,
    /** Set if a person may choose where the list is in the answer. */
    list: z.optional(listIdSchema),
    method: textSchema,
    url: textSchema,
    requestBody: z.optional(bodySchema),
    at: z.number(),
    /** Set for the last calls of this window; older calls have only the journal's record. */
    wire: z.optional(
      z.object({
        ms: z.number(),
        requestHeaders: headersSchema,
        answerHeaders: headersSchema,
        bytes: z.optional(z.number()),
      }),
    ),
    status: z.optional(z.number()),
    answer: z.optional(bodySchema),
    isCut: z.boolean(),
    failure: z.optional(textSchema),
  }),
  failedSchema,
]);

export type ExchangeView = Readonly<z.infer<typeof exchangeSchema>>;
