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
    "From the journal: headers, time and size are known of the last calls of this window only.",
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
    "Do diário: cabeçalhos, tempo e tamanho só são conhecidos das últimas chamadas desta janela.",
};
