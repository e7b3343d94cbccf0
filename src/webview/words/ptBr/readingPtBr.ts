import type { readingEn } from "../en/readingEn.ts";
import type { Translated } from "../forms/translated.ts";

export const readingPtBr: Translated<typeof readingEn> = {
  goToQuestion: (text) => `Ir para a pergunta: ${text}`,
  messageActions: "Ações desta mensagem",
  footnote: "Nota de rodapé {label}",
  alerts: {
    note: "Nota",
    tip: "Dica",
    important: "Importante",
    warning: "Atenção",
    caution: "Cuidado",
  },
  openReference: (text) => `Abrir ${text} no editor`,
  codeActions: "Ações deste código",
};
