import type { Translated } from "../words/translated.ts";

/** The words around the portal's answers. */
export const answersEn = {
  complaintTitle: "Answered with a complaint: check",
  notDoneTitle: "Not done",
  portalSaid: "The portal says",
  portalAnswer: "Answer",
  outcomeComplaint: "complaint",
  outcomeNotDone: "not done",
};

export const answersPtBr: Translated<typeof answersEn> = {
  complaintTitle: "Respondido com uma queixa: verifique",
  notDoneTitle: "Não feito",
  portalSaid: "O portal diz",
  portalAnswer: "Resposta",
  outcomeComplaint: "queixa",
  outcomeNotDone: "não feito",
};
