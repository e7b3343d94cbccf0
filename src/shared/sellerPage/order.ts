import * as z from "zod/mini";

import { cellSchema, unreadSchema } from "./sellerState.ts";

const textSchema = z.string().check(z.maxLength(4_000));

const itemSchema = z.object({
  sku: cellSchema,
  code: cellSchema,
  name: cellSchema,
  quantity: cellSchema,
  price: cellSchema,
  total: cellSchema,
});

const eventSchema = z.object({
  at: cellSchema,
  status: textSchema,
  by: z.optional(textSchema),
});

const orderSchema = z.object({
  numeroPedido: z.number(),
  status: z.optional(textSchema),
  at: cellSchema,
  total: cellSchema,
  customer: z.optional(textSchema),
  address: z.array(textSchema).check(z.maxLength(10)),
  tracking: z.object({ code: cellSchema, carrier: cellSchema, url: cellSchema }),
  items: z.array(itemSchema).check(z.maxLength(500)),
  history: z.array(eventSchema).check(z.maxLength(200)),
  fields: z.array(z.object({ name: textSchema, value: cellSchema })).check(z.maxLength(300)),
  json: z.string().check(z.maxLength(200_000)),
});

export type OrderParts = Readonly<z.infer<typeof orderSchema>>;

export const portalOrderSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    order: z.optional(orderSchema),
  }),
  unreadSchema,
]);

export type OrderView = z.infer<typeof portalOrderSchema>;
