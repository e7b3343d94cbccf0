/** A call to the portal as it went over the wire, for the response pane. Never has a token. */
import * as z from "zod/mini";

import { failedSchema, listIdSchema } from "./sellerState.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(200));
const textSchema = z.string().check(z.maxLength(4_000));
const bodySchema = z.string().check(z.maxLength(200_000));

/** Whose call is meant: always the newest one of its kind. */
export const exchangeSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("list"), list: listIdSchema }),
  z.object({ kind: z.literal("order") }),
  z.object({ kind: z.literal("token") }),
  z.object({ kind: z.literal("plan"), planId: idSchema }),
  z.object({ kind: z.literal("journal"), id: idSchema }),
  /** The write of a row of the import's file. */
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
    /** The list that was read, if a person may say where it is in the answer. */
    list: z.optional(listIdSchema),
    method: textSchema,
    url: textSchema,
    requestBody: z.optional(bodySchema),
    /** Epoch milliseconds. */
    at: z.number(),
    /**
     * What only the last calls of this window have; without it the journal's own record is shown.
     */
    wire: z.optional(
      z.object({
        ms: z.number(),
        requestHeaders: headersSchema,
        answerHeaders: headersSchema,
        /** Size of the whole answer, undefined if none came. */
        bytes: z.optional(z.number()),
      }),
    ),
    status: z.optional(z.number()),
    answer: z.optional(bodySchema),
    /** The answer is longer than what is shown. */
    isCut: z.boolean(),
    /** Why no answer came, or why it gave no token. */
    failure: z.optional(textSchema),
  }),
  failedSchema,
]);

export type ExchangeView = Readonly<z.infer<typeof exchangeSchema>>;
