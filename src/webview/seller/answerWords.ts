import type { Translated } from "../words/translated.ts";
import { exchangeEn, exchangePtBr } from "./exchangeWords.ts";

/** The words around the portal's answers. */
export const answersEn = {
  ...exchangeEn,
  complaintTitle: "Answered with a complaint: check",
  notDoneTitle: "Not done",
  portalSaid: "The portal says",
  portalAnswer: "Answer",
  isIncomplete:
    "The portal gave only a part of its list: this record may exist already, or be another than shown.",
  incompleteList: (read: string, total: string | undefined): string =>
    total === undefined ? "incomplete: the portal has more" : `incomplete: ${read} of ${total}`,
  readingOf: (read: string, total: string | undefined): string =>
    total === undefined ? `${read} read…` : `${read} of ${total} read…`,
  outcomeComplaint: "complaint",
  outcomeNotDone: "not done",
};

export const answersPtBr: Translated<typeof answersEn> = {
  ...exchangePtBr,
  complaintTitle: "Respondido com uma queixa: verifique",
  notDoneTitle: "Não feito",
  portalSaid: "O portal diz",
  portalAnswer: "Resposta",
  isIncomplete:
    "O portal entregou só uma parte da lista: este registro pode já existir, ou ser outro que o mostrado.",
  incompleteList: (read, total) =>
    total === undefined ? "incompleta: o portal tem mais" : `incompleta: ${read} de ${total}`,
  readingOf: (read, total) =>
    total === undefined ? `${read} lidos…` : `${read} de ${total} lidos…`,
  outcomeComplaint: "queixa",
  outcomeNotDone: "não feito",
};
