import type { Translated } from "../words/translated.ts";

/** The words of everyday work with the lists: forms that stay, names, what a change was. */
export const everydayEn = {
  notSentYet: "What you filled in was not sent yet.",
  keepForm: "Keep it",
  discardForm: "Discard it",
  becomes: "becomes",
  beforeWrite: "Before",
  moreFields: (count: number): string =>
    count === 1 ? "and 1 more field" : `and ${count} more fields`,
  undoWrite: "Undo this write…",
};

export const everydayPtBr: Translated<typeof everydayEn> = {
  notSentYet: "O que você preencheu ainda não foi enviado.",
  keepForm: "Manter",
  discardForm: "Descartar",
  becomes: "passa a",
  beforeWrite: "Antes",
  moreFields: (count) => (count === 1 ? "e mais 1 campo" : `e mais ${count} campos`),
  undoWrite: "Desfazer esta gravação…",
};
