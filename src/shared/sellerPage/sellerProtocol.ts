/** The one contract between the extension host and the seller page; every payload is validated on arrival. */
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

/** A call that was made or would be made. */
export const snippetSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("token") }),
  z.object({ kind: z.literal("list"), list: listIdSchema }),
  z.object({ kind: z.literal("order"), numeroPedido: orderNumberSchema }),
  z.object({ kind: z.literal("form"), call: formIdSchema, values: formValuesSchema }),
  z.object({ kind: z.literal("journal"), id: idSchema }),
]);

export type SnippetSource = Readonly<z.infer<typeof snippetSourceSchema>>;

/** The calls that the seller page makes to the host. Only `sendWrite` and `startImport` write to the portal. */
export const sellerHostContract = {
  /** Everything the page needs to draw; afterwards the host reports each change. */
  attach: {
    params: nothing,
    result: z.object({ state: sellerStateSchema, import: importStateSchema }),
  },
  goTo: { params: z.object({ place: placeSchema }), result: nothing },
  selectEnvironment: { params: z.object({ id: idSchema }), result: nothing },
  /** Asks with the editor's own inputs. */
  addEnvironment: { params: nothing, result: nothing },
  /** Asks with the editor's own inputs where a list is; answers when the choice is kept or left. */
  chooseList: { params: z.object({ list: listIdSchema }), result: nothing },
  /** Reads the list as it is recognised, no longer as a person chose. */
  forgetListChoice: { params: z.object({ list: listIdSchema }), result: nothing },
  setCredentials: { params: nothing, result: nothing },
  openEnvironmentSettings: { params: nothing, result: nothing },
  /** Asks which text for programs is to be opened: OpenAPI, .http, .env, MCP, the token call. */
  showForPrograms: { params: nothing, result: nothing },
  checkAccess: { params: nothing, result: nothing },
  /** Reads a list from the portal, or returns the list that was already read. */
  openList: {
    params: z.object({ list: listIdSchema, refresh: z.boolean() }),
    result: portalListSchema,
  },
  /** Stops the reading of a list; what was read before stays. */
  cancelList: { params: z.object({ list: listIdSchema }), result: nothing },
  readRows: {
    params: z.object({
      query: listQuerySchema,
      offset: z.int().check(z.nonnegative()),
      count: z.int().check(z.positive(), z.lte(500)),
    }),
    result: rowsSchema,
  },
  /** Copies one row, or all that match, as tab-separated text; returns their number. */
  copyRows: {
    params: z.object({ query: listQuerySchema, index: z.optional(z.int().check(z.nonnegative())) }),
    result: z.object({ count: z.number() }),
  },
  exportList: { params: z.object({ list: listIdSchema }), result: doneSchema },
  /**
   * Prepares one change for many entries and shows it as an import, where it is compared, confirmed
   * and written. Writes nothing itself.
   */
  bulkEdit: {
    params: z.object({
      query: listQuerySchema,
      /** Rows of the list as it is searched and sorted; absent: all that match. */
      rows: z.optional(z.array(z.int().check(z.nonnegative())).check(z.maxLength(5_000))),
      change: bulkChangeSchema,
    }),
    result: doneSchema,
  },
  /**
   * The product of a row, or one that was opened before, as all lists have it. With `refresh` all lists
   * are read from the portal again, and kept together.
   */
  openProduct: {
    params: z.object({
      refresh: z.optional(z.boolean()),
      row: z.optional(z.object({ query: listQuerySchema, index: z.int().check(z.nonnegative()) })),
      key: z.optional(productKeySchema),
    }),
    result: productSchema,
  },
  /** Stops the reading for a product; what was read before stays. */
  cancelProduct: { params: nothing, result: nothing },
  /** A form, empty or filled from the row of a list. */
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
  /** The dry run: reads the portal's record and freezes the request. Writes nothing. */
  planWrite: {
    params: z.object({ call: formIdSchema, values: formValuesSchema }),
    result: planResultSchema,
  },
  /** Sends a planned write once; for production the host asks the person first. */
  sendWrite: { params: z.object({ planId: idSchema }), result: writeResultSchema },
  recheck: { params: z.object({ planId: idSchema }), result: recheckSchema },
  /** Stops the reading of a `planWrite` or `recheck` under way; a write that was sent goes on. */
  cancelReview: { params: nothing, result: nothing },
  readOrder: { params: z.object({ numeroPedido: orderNumberSchema }), result: portalOrderSchema },
  /** The statuses that the portal has shown with their names. */
  orderStatuses: { params: nothing, result: z.object({ options: optionsSchema }) },
  /**
   * Prepares the tracking of many orders, one in each line, and shows it as an import. Writes nothing itself.
   */
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
   * Prepares the values from before an import as one import with its own review; absent: the import that just ended.
   * With `asFile` it saves them as a file instead. Writes nothing itself.
   */
  undoImport: {
    params: z.object({ batch: z.optional(idSchema), asFile: z.optional(z.boolean()) }),
    result: undoneImportSchema,
  },
  /** The form of an earlier write with the values from before it. Writes nothing. */
  openUndo: { params: z.object({ id: idSchema }), result: undoResultSchema },
  /** What the portal has now of a write whose answer did not show it; the journal notes it if it is there. */
  lookAgain: { params: z.object({ id: idSchema }), result: recheckSchema },
  exportJournal: { params: z.object({ format: z.enum(["csv", "json"]) }), result: doneSchema },
  /** The newest call of a list, form, journal entry or imported row: its request and its answer. */
  showExchange: { params: z.object({ source: exchangeSourceSchema }), result: exchangeSchema },
  /** Copies a part of the call that was shown last. */
  copyExchange: { params: z.object({ part: z.enum(["request", "answer"]) }), result: doneSchema },
  snippet: {
    params: z.object({
      source: snippetSourceSchema,
      /** Undefined: the language of the open file. */
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
  /** Saves how the chosen file is read; a profile of the same name is replaced. */
  saveImportProfile: { params: profileSchema, result: doneSchema },
  removeImportProfile: { params: profileSchema, result: nothing },
  checkImport: { params: nothing, result: nothing },
  importRows: { params: importRowsQuerySchema, result: importRowsSchema },
  /** Takes checked rows in, or leaves them out. */
  chooseImportRows: {
    params: z.object({ choice: importChoiceSchema, isWritten: z.boolean() }),
    result: nothing,
  },
  /** Writes the valid rows of the checked file, or continues after a pause. */
  startImport: {
    params: z.object({
      /** Whether rows that change nothing are also written. */
      withUnchanged: z.boolean(),
    }),
    result: nothing,
  },
  /** Goes on without the refused row, or without every row that is refused in the same way. */
  skipRefused: { params: z.object({ which: z.enum(["row", "alike"]) }), result: nothing },
  /** Reads once more whether the portal has the accepted rows of a finished import. */
  lookAtImport: { params: nothing, result: nothing },
  pauseImport: { params: nothing, result: nothing },
  cancelImport: { params: nothing, result: nothing },
  showImportProblem: { params: z.object({ line: z.int() }), result: nothing },
  saveFailedRows: { params: nothing, result: doneSchema },
} as const satisfies Contract;

/** The calls that the host makes to the seller page. */
export const sellerViewContract = {
  showState: { params: sellerStateSchema },
  showReading: { params: readingSchema },
  showImport: { params: importStateSchema },
  showForm: { params: z.object({ call: formIdSchema }) },
} as const satisfies Contract;
