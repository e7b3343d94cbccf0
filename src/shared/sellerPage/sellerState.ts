/** The host owns this state. Every text is in the language of the window. */
import * as z from "zod/mini";

import { fieldKindSchema } from "./fieldKind.ts";
import { importCalls } from "./sellerImport.ts";

const textSchema = z.string().check(z.maxLength(4_000));
const idSchema = z.string().check(z.minLength(1), z.maxLength(200));

export const sellerLists = [
  "listProducts",
  "listStock",
  "listPrices",
  "listDeliveryTerms",
  "listMinimumOrders",
] as const;

export const listIdSchema = z.enum(sellerLists);
export type SellerListId = z.infer<typeof listIdSchema>;

export const formIds = [...importCalls, "cancelOrder"] as const;

export const formIdSchema = z.enum(formIds);
export type FormId = z.infer<typeof formIdSchema>;

export const sellerPlaces = [...sellerLists, "orders", "import", "journal"] as const;

export const placeSchema = z.enum(sellerPlaces);
export type SellerPlace = z.infer<typeof placeSchema>;

const environmentSchema = z.object({
  id: idSchema,
  name: textSchema,
  kind: z.enum(["sandbox", "production"]),
  host: textSchema,
  codigoSeller: z.number(),
  timeZone: textSchema,
  /** The local hub's sandbox, which needs no credentials. */
  isLocal: z.boolean(),
  access: z.enum(["unchecked", "checking", "ready", "noCredentials", "mismatch", "failed"]),
  note: z.optional(textSchema),
});

export type EnvironmentView = Readonly<z.infer<typeof environmentSchema>>;

export const sellerStateSchema = z.object({
  environments: z.array(environmentSchema).check(z.maxLength(200)),
  selectedId: z.optional(idSchema),
  problems: z.array(textSchema).check(z.maxLength(100)),
  place: placeSchema,
});

export type SellerState = Readonly<z.infer<typeof sellerStateSchema>>;

export const cellSchema = z.nullable(
  z.union([z.string().check(z.maxLength(1_000)), z.number(), z.boolean()]),
);

export type Cell = z.infer<typeof cellSchema>;

const columnSchema = z.object({
  name: idSchema,
  label: textSchema,
  kind: fieldKindSchema,
});

export type ColumnView = Readonly<z.infer<typeof columnSchema>>;

export const failedSchema = z.object({ ok: z.literal(false), message: textSchema });

export const unreadSchema = z.object({
  ok: z.literal(false),
  message: textSchema,
  answer: z.optional(z.string().check(z.maxLength(8_000))),
  canChoose: z.optional(z.boolean()),
  /** True if the person chose a list earlier, which the answer does not fit. */
  isChosen: z.optional(z.boolean()),
});

export type Unread = Readonly<z.infer<typeof unreadSchema>>;

export const portalListSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    columns: z.array(columnSchema).check(z.maxLength(60)),
    total: z.number(),
    missing: z.optional(z.object({ of: z.optional(z.number()) })),
    isChosen: z.optional(z.boolean()),
    canChoose: z.optional(z.boolean()),
    readAt: z.number(),
    form: formIdSchema,
  }),
  unreadSchema,
]);

export type ListView = z.infer<typeof portalListSchema>;

export const readingSchema = z.object({
  list: listIdSchema,
  read: z.number(),
  total: z.optional(z.number()),
});

export type ReadingView = Readonly<z.infer<typeof readingSchema>>;

export const listQuerySchema = z.object({
  list: listIdSchema,
  search: z.string().check(z.maxLength(500)),
  sortBy: z.optional(idSchema),
  isDescending: z.boolean(),
});

export type ListQuery = Readonly<z.infer<typeof listQuerySchema>>;

export const rowsSchema = z.object({
  matching: z.number(),
  offset: z.number(),
  rows: z.array(z.array(cellSchema)).check(z.maxLength(1_000)),
});

export const optionsSchema = z.array(z.object({ value: textSchema, label: textSchema }));

const formFieldSchema = z.object({
  name: idSchema,
  label: textSchema,
  kind: fieldKindSchema,
  hint: textSchema,
  options: optionsSchema,
  /** True for choices that are shown as a list, because hardly anybody knows the codes. */
  isList: z.optional(z.boolean()),
});

export type FormField = Readonly<z.infer<typeof formFieldSchema>>;

export const formValuesSchema = z.record(idSchema, z.string().check(z.maxLength(20_000)));
export type FormValues = Readonly<z.infer<typeof formValuesSchema>>;

export const formSchema = z.object({
  call: formIdSchema,
  title: textSchema,
  fields: z.array(formFieldSchema).check(z.maxLength(60)),
  values: formValuesSchema,
});

export type FormView = Readonly<z.infer<typeof formSchema>>;

export const undoResultSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), form: formSchema }),
  failedSchema,
]);

export type UndoResult = z.infer<typeof undoResultSchema>;

const formProblemSchema = z.object({
  /** A field's name, or "" for the whole form. */
  field: z.string().check(z.maxLength(200)),
  level: z.enum(["error", "warning"]),
  text: textSchema,
});

export type FormProblem = Readonly<z.infer<typeof formProblemSchema>>;

export const formCheckSchema = z.object({
  problems: z.array(formProblemSchema).check(z.maxLength(200)),
  canSend: z.boolean(),
});

export type FormCheck = Readonly<z.infer<typeof formCheckSchema>>;

export const changeSchema = z.object({
  name: idSchema,
  label: textSchema,
  kind: fieldKindSchema,
  before: z.optional(cellSchema),
  after: z.optional(cellSchema),
  state: z.enum(["same", "changed", "new", "notSent"]),
});

export type ChangeView = Readonly<z.infer<typeof changeSchema>>;

const planSchema = z.object({
  id: idSchema,
  environmentName: textSchema,
  environmentKind: z.enum(["sandbox", "production"]),
  method: textSchema,
  url: textSchema,
  body: z.optional(z.string().check(z.maxLength(200_000))),
  changes: z.array(changeSchema).check(z.maxLength(100)),
  warnings: z.array(formProblemSchema).check(z.maxLength(200)),
  /** `unreadable`: the look-up failed. `incomplete`: the record is not in the part of the list that was read. */
  current: z.enum(["found", "none", "unreadable", "incomplete"]),
  act: textSchema,
  danger: z.optional(textSchema),
});

export type PlanView = Readonly<z.infer<typeof planSchema>>;

export const planResultSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), plan: planSchema }),
  failedSchema,
]);

export type PlanResult = z.infer<typeof planResultSchema>;

export const writeResultSchema = z.object({
  /** `accepted`: only a reading can show the result; `notSent`: the person declined, or the plan is out of date. */
  outcome: z.enum(["done", "accepted", "failed", "complaint", "notDone", "unknown", "notSent"]),
  message: textSchema,
  fields: z.optional(z.array(formProblemSchema).check(z.maxLength(100))),
  requestId: z.optional(textSchema),
});

export type WriteResult = Readonly<z.infer<typeof writeResultSchema>>;

/** The portal's record, read again after a write with an unseen outcome. */
export const recheckSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    /**
     * True if the portal shows every field of the write. For a tracking or cancellation with the same content this
     * proves nothing.
     */
    isThere: z.boolean(),
    changes: z.array(changeSchema).check(z.maxLength(100)),
  }),
  failedSchema,
]);

export type RecheckResult = z.infer<typeof recheckSchema>;
