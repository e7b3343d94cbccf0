import type { Translated } from "../words/translated.ts";

/** The words around a row of an import that the portal refuses. */
export const refusedRowEn = {
  rowRefused: "was refused after others were written.",
  skipRow: "Skip this row",
  skipAlike: "Skip all like this",
  stop: "Stop",
};

export const refusedRowPtBr: Translated<typeof refusedRowEn> = {
  rowRefused: "foi recusada depois de outras terem sido gravadas.",
  skipRow: "Pular esta linha",
  skipAlike: "Pular todas como esta",
  stop: "Parar",
};
