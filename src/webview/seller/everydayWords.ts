import type { Translated } from "../words/translated.ts";

/** The words of everyday work with the lists: forms that stay, names, what a change was. */
export const everydayEn = {
  notSentYet: "What you filled in was not sent yet.",
  keepForm: "Keep it",
  discardForm: "Discard it",
};

export const everydayPtBr: Translated<typeof everydayEn> = {
  notSentYet: "O que você preencheu ainda não foi enviado.",
  keepForm: "Manter",
  discardForm: "Descartar",
};
