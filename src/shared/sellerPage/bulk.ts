/** The change of one value for many entries of a list. */
import * as z from "zod/mini";

/** The lists whose entries have a value that is changed in the table. */
export const bulkListSchema = z.enum(["listStock", "listPrices"]);
export type BulkList = z.infer<typeof bulkListSchema>;

/** The column that is changed in the table itself. */
export const editableColumn: Readonly<Record<BulkList, string>> = {
  listStock: "quantidadeEstoque",
  listPrices: "valorPrecoBase",
};

export const bulkChangeSchema = z.object({
  /** The value itself, an amount to add, or percent of the present value. */
  kind: z.enum(["set", "add", "percent"]),
  value: z.string().check(z.maxLength(100)),
});

export type BulkChange = Readonly<z.infer<typeof bulkChangeSchema>>;
