import * as z from "zod/mini";

export const bulkListSchema = z.enum(["listStock", "listPrices"]);
export type BulkList = z.infer<typeof bulkListSchema>;

export const editableColumn: Readonly<Record<BulkList, string>> = {
  listStock: "quantidadeEstoque",
  listPrices: "valorPrecoBase",
};

export const bulkChangeSchema = z.object({
  /** `set` the value, `add` an amount, or change it by `percent`. */
  kind: z.enum(["set", "add", "percent"]),
  value: z.string().check(z.maxLength(100)),
});

export type BulkChange = Readonly<z.infer<typeof bulkChangeSchema>>;
