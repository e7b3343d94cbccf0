/** The contract between the extension host and the seller page; every payload is validated on arrival. */
import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { bulkChangeSchema } from "./bulk.ts";
import { importChoiceSchema, importRowsQuerySchema, importRowsSchema } from "./importRows.ts";
import { portalOrderSchema } from "./order.ts";
import { productEntrySchema, productKeySchema, productSchema } from "./product.ts";
import { exchangeSchema, exchangeSourceSchema } from "./sellerExchange.ts";
import { importPlanSchema, importStateSchema } from "./sellerImport.ts";
import { journalPageSchema, undoneImportSchema } from "./sellerJournal.ts";
import {
  failedSchema,
  formCheckSchema,
  formIdSchema,
  formSchema,
  formValuesSchema,
  listIdSchema,
  listQuerySchema,
  optionsSchema,
  portalListSchema,
  placeSchema,
  planResultSchema,
  readingSchema,
  recheckSchema,
  rowsSchema,
  sellerStateSchema,
  undoResultSchema,
  writeResultSchema,
} from "./sellerState.ts";

const nothing = z.object({});
const idSchema = z.string().check(z.minLength(1), z.maxLength(200));
const profileSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
});
const orderNumberSchema = z.int().check(z.nonnegative());
const doneSchema = z.discriminatedUnion("ok", [z.object({ ok: z.literal(true) }), failedSchema]);

export type Done = z.infer<typeof doneSchema>;

export const snippetLanguageSchema = z.enum(["curl", "typescript", "python", "java"]);
export type SnippetLanguageId = z.infer<typeof snippetLanguageSchema>;

export const snippetSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("token") }),
  z.object({ kind: z.literal("list"), list: listIdSchema }),
  z.object({ kind: z.literal("order"), numeroPedido: orderNumberSchema }),
  z.object({ kind: z.literal("form"), call: formIdSchema, values: formValuesSchema }),
  z.object({ kind: z.literal("journal"), id: idSchema }),
]);

export type SnippetSource = Readonly<z.infer<typeof snippetSourceSchema>>;

/** Only `sendWrite` and `startImport` write to the portal. */
export const sellerHostContract = {
  attach: {
    params: nothing,
    result: z.object({ state: sellerStateSchema, import: importStateSchema }),
  },
  goTo: { params: z.object({ place: placeSchema }), result: nothing },
  selectEnvironment: { params: z.object({ id: idSchema }), result: nothing },
  addEnvironment: { params: nothing, result: nothing },
  /** Opens the editor's own inputs; resolves when they close. */
  chooseList: { params: z.object({ list: listIdSchema }), result: nothing },
  forgetListChoice: { params: z.object({ list: listIdSchema }), result: nothing },
  setCredentials: { params: nothing, result: nothing },
  openEnvironmentSettings: { params: nothing, result: nothing },
  showForPrograms: { params: nothing, result: nothing },
  checkAccess: { params: nothing, result: nothing },
  openList: {
    params: z.object({ list: listIdSchema, refresh: z.boolean() }),
    result: portalListSchema,
  },
  cancelList: { params: z.object({ list: listIdSchema }), result: nothing },
  readRows: {
    params: z.object({
      query: listQuerySchema,
      offset: z.int().check(z.nonnegative()),
      count: z.int().check(z.positive(), z.lte(500)),
    }),
    result: rowsSchema,
  },
  /** Copies tab-separated text; returns the number of rows. */
  copyRows: {
    params: z.object({ query: listQuerySchema, index: z.optional(z.int().check(z.nonnegative())) }),
    result: z.object({ count: z.number() }),
  },
  exportList: { params: z.object({ list: listIdSchema }), result: doneSchema },
  /** Shows the change as an import, where it is confirmed. Writes nothing itself. */
  bulkEdit: {
    params: z.object({
      query: listQuerySchema,
      /** Rows of the searched and sorted list; absent: all matching rows. */
      rows: z.optional(z.array(z.int().check(z.nonnegative())).check(z.maxLength(5_000))),
      change: bulkChangeSchema,
    }),
    result: doneSchema,
  },
  /** `refresh` reads all lists again and replaces them together. */
  openProduct: {
    params: z.object({
      refresh: z.optional(z.boolean()),
      row: z.optional(z.object({ query: listQuerySchema, index: z.int().check(z.nonnegative()) })),
      key: z.optional(productKeySchema),
    }),
    result: productSchema,
  },
  cancelProduct: { params: nothing, result: nothing },
  openForm: {
    params: z.object({
      call: formIdSchema,
      row: z.optional(z.object({ query: listQuerySchema, index: z.int().check(z.nonnegative()) })),
      numeroPedido: z.optional(orderNumberSchema),
      product: z.optional(productEntrySchema),
    }),
    result: formSchema,
  },
  checkForm: {
    params: z.object({ call: formIdSchema, values: formValuesSchema }),
    result: formCheckSchema,
  },
  /** Reads the portal's record and freezes the request. Writes nothing. */
  planWrite: {
    params: z.object({ call: formIdSchema, values: formValuesSchema }),
    result: planResultSchema,
  },
  sendWrite: { params: z.object({ planId: idSchema }), result: writeResultSchema },
  recheck: { params: z.object({ planId: idSchema }), result: recheckSchema },
  /** Stops `planWrite` or `recheck`; a sent write continues. */
  cancelReview: { params: nothing, result: nothing },
  readOrder: { params: z.object({ numeroPedido: orderNumberSchema }), result: portalOrderSchema },
  orderStatuses: { params: nothing, result: z.object({ options: optionsSchema }) },
  /** Each line is one order. Shows an import and writes nothing itself. */
  trackOrders: {
    params: z.object({
      lines: z.string().check(z.maxLength(200_000)),
      codigoStatus: z.string().check(z.maxLength(20)),
      nomeTransportadora: z.string().check(z.maxLength(200)),
    }),
    result: doneSchema,
  },
  readJournal: {
    params: z.object({
      search: z.string().check(z.maxLength(500)),
      offset: z.int().check(z.nonnegative()),
      batch: z.optional(idSchema),
      isGrouped: z.optional(z.boolean()),
    }),
    result: journalPageSchema,
  },
  /**
   * Shows the former values as an import to review, or saves them with `asFile`. Without `batch`, undoes the import
   * that just ended.
   */
  undoImport: {
    params: z.object({ batch: z.optional(idSchema), asFile: z.optional(z.boolean()) }),
    result: undoneImportSchema,
  },
  /** Opens a form with the former values of a write. Writes nothing. */
  openUndo: { params: z.object({ id: idSchema }), result: undoResultSchema },
  /** Reads the portal for a write with an unseen outcome, and notes it in the journal if it is there. */
  lookAgain: { params: z.object({ id: idSchema }), result: recheckSchema },
  exportJournal: { params: z.object({ format: z.enum(["csv", "json"]) }), result: doneSchema },
  showExchange: { params: z.object({ source: exchangeSourceSchema }), result: exchangeSchema },
  copyExchange: { params: z.object({ part: z.enum(["request", "answer"]) }), result: doneSchema },
  snippet: {
    params: z.object({
      source: snippetSourceSchema,
      language: z.optional(snippetLanguageSchema),
      to: z.enum(["clipboard", "editor"]),
    }),
    result: doneSchema,
  },
  chooseImportFile: {
    params: z.object({ from: z.enum(["disk", "editor"]) }),
    result: nothing,
  },
  changeImport: { params: z.object({ plan: importPlanSchema }), result: nothing },
  useImportProfile: { params: profileSchema, result: nothing },
  saveImportProfile: { params: profileSchema, result: doneSchema },
  removeImportProfile: { params: profileSchema, result: nothing },
  checkImport: { params: nothing, result: nothing },
  importRows: { params: importRowsQuerySchema, result: importRowsSchema },
  chooseImportRows: {
    params: z.object({ choice: importChoiceSchema, isWritten: z.boolean() }),
    result: nothing,
  },
  startImport: {
    params: z.object({
      withUnchanged: z.boolean(),
    }),
    result: nothing,
  },
  skipRefused: { params: z.object({ which: z.enum(["row", "alike"]) }), result: nothing },
  lookAtImport: { params: nothing, result: nothing },
  pauseImport: { params: nothing, result: nothing },
  cancelImport: { params: nothing, result: nothing },
  showImportProblem: { params: z.object({ line: z.int() }), result: nothing },
  saveFailedRows: { params: nothing, result: doneSchema },
} as const satisfies Contract;

export const sellerViewContract = {
  showState: { params: sellerStateSchema },
  showReading: { params: readingSchema },
  showImport: { params: importStateSchema },
  showForm: { params: z.object({ call: formIdSchema }) },
} as const satisfies Contract;
