import { exportRows } from "../../../seller/csv/columns/exportRows.ts";
import type { Done } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { SellerListId } from "../../../shared/sellerPage/sellerState.ts";
import { formOfList, type ListTable } from "../listTables.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";

const fileNames: Readonly<Record<SellerListId, string>> = {
  listProducts: "produtos",
  listStock: "estoque",
  listPrices: "precos",
  listDeliveryTerms: "prazos",
  listMinimumOrders: "pedido-minimo",
};

export async function exportList(
  list: SellerListId,
  table: ListTable | undefined,
  { ui, words }: { readonly ui: Pick<SellerUi, "save">; readonly words: SellerWords },
): Promise<Done> {
  const form = formOfList[list];
  if (!table || form === "cancelOrder") {
    return { ok: false, message: words.noSuchEntry };
  }
  const isPortuguese = words.language === "ptBr";
  const rows = exportRows(form, table.records, {
    delimiter: isPortuguese ? ";" : ",",
    decimal: isPortuguese ? "," : ".",
  });
  return (await ui.save(`${fileNames[list]}.csv`, rows))
    ? { ok: true }
    : { ok: false, message: words.declined };
}
