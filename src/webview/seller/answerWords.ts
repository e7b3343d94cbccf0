import type { Translated } from "../words/forms/translated.ts";
import { exchangeEn, exchangePtBr } from "./exchangeWords.ts";

export const answersEn = {
  ...exchangeEn,
  complaintTitle: "Refused with a successful status: check",
  notDoneTitle: "Not done",
  portalSaid: "The portal says",
  portalAnswer: "Answer",
  isIncomplete:
    "The portal gave only a part of its list: this record may exist already, or be another than shown.",
  incompleteList: (read: string, total: string | undefined): string =>
    total === undefined ? "incomplete: the portal has more" : `incomplete: ${read} of ${total}`,
  readingOf: (read: string, total: string | undefined): string =>
    total === undefined ? `${read} read…` : `${read} of ${total} read…`,
  outcomeComplaint: "refused: check",
  outcomeNotDone: "not done",
  acceptedTitle: "Accepted, not seen yet",
  outcomeAccepted: "accepted, not seen yet",
  lookAgain: "Look again",
  looking: "Checking the portal's record…",
  seenAfter: "A reading of the portal confirms the write.",
  countAccepted: "accepted, not seen yet",
  notSeenRows: (lines: string): string =>
    `The portal accepted these rows, but a reading does not show them; it may have a queue. Look again later. Lines: ${lines}`,
};

export const answersPtBr: Translated<typeof answersEn> = {
  ...exchangePtBr,
  complaintTitle: "Recusado com um status de sucesso: verifique",
  notDoneTitle: "Não feito",
  portalSaid: "O portal diz",
  portalAnswer: "Resposta",
  isIncomplete:
    "O portal entregou só uma parte da lista: este registro pode já existir, ou ser outro que o mostrado.",
  incompleteList: (read, total) =>
    total === undefined ? "incompleta: o portal tem mais" : `incompleta: ${read} de ${total}`,
  readingOf: (read, total) =>
    total === undefined ? `${read} lidos…` : `${read} de ${total} lidos…`,
  outcomeComplaint: "recusado: verifique",
  outcomeNotDone: "não feito",
  acceptedTitle: "Aceito, ainda não visto",
  outcomeAccepted: "aceito, ainda não visto",
  lookAgain: "Ver de novo",
  looking: "Conferindo o registro no portal…",
  seenAfter: "Uma leitura do portal confirma a gravação.",
  countAccepted: "aceitas, ainda não vistas",
  notSeenRows: (lines) =>
    `O portal aceitou estas linhas, mas uma leitura não as mostra; ele pode ter uma fila. Veja de novo mais tarde. Linhas: ${lines}`,
};
