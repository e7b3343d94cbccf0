import type { Translated } from "../words/forms/translated.ts";

export const exchangeEn = {
  showExchange: "Request and answer",
  showTokenCall: "Token call and its answer",
  exchangeRequest: "Request",
  exchangeAnswer: "Answer",
  exchangeHeaders: (count: string): string => `Headers (${count})`,
  exchangePretty: "Pretty",
  exchangeRaw: "Raw",
  copyRequest: "Copy request",
  copyAnswer: "Copy answer",
  copiedExchange: "Copied.",
  noBody: "No body",
  exchangeFacts: (ms: string, size: string | undefined): string =>
    size === undefined ? `${ms} ms` : `${ms} ms · ${size}`,
  exchangeCut: "Only the beginning is kept.",
  exchangeFromJournal:
    "From the journal. Headers, time and size are stored only for the last calls of this window.",
};

export const exchangePtBr: Translated<typeof exchangeEn> = {
  showExchange: "Requisição e resposta",
  showTokenCall: "Chamada do token e sua resposta",
  exchangeRequest: "Requisição",
  exchangeAnswer: "Resposta",
  exchangeHeaders: (count) => `Cabeçalhos (${count})`,
  exchangePretty: "Formatada",
  exchangeRaw: "Como veio",
  copyRequest: "Copiar requisição",
  copyAnswer: "Copiar resposta",
  copiedExchange: "Copiado.",
  noBody: "Sem corpo",
  exchangeFacts: (ms, size) => (size === undefined ? `${ms} ms` : `${ms} ms · ${size}`),
  exchangeCut: "Só o começo é guardado.",
  exchangeFromJournal:
    "Do diário. Cabeçalhos, tempo e tamanho só ficam guardados das últimas chamadas desta janela.",
};
