import type { editingEn } from "../en/editingEn.ts";
import type { Translated } from "../forms/translated.ts";

export const editingPtBr: Translated<typeof editingEn> = {
  applyCode: "Aplicar",
  newFile: "Novo arquivo",
  runInTerminal: "Executar no terminal",
  collapseCode: "Recolher código",
  expandCode: "Expandir código",
  moreCodeActions: "Mais ações",
};
