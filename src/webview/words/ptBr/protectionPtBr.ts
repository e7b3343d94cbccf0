import type { protectionEn } from "../en/protectionEn.ts";
import type { Translated } from "../forms/translated.ts";

export const protectionPtBr: Translated<typeof protectionEn> = {
  sensitiveData: "Dados sensíveis",
  sensitiveCount: (total, shown) => (total === 1 ? "1 ocorrência" : `${shown} ocorrências`),
  sensitiveMasked: (total, shown) =>
    total === 1 ? "1 valor será enviado mascarado" : `${shown} valores serão enviados mascarados`,
  sensitiveAsk: (what) => `Esta mensagem contém ${what}.`,
  sensitiveAskNext: "Nada foi enviado ainda.",
  sensitiveMaskNext:
    "O que está assinalado vai mascarado: não sai desta máquina e volta na resposta.",
  sensitiveRoute: (model: string): string => `Como está, vai para ${model}, um modelo interno.`,
  sensitiveKeptRoute: (model: string): string =>
    `Mascarada ou não, vai para ${model}, um modelo interno.`,
  sensitiveNoRoute: "O hub a bloqueia, porque não há um modelo interno para você.",
  sensitiveSendRouted: (model: string): string => `Enviar para ${model}`,
  sensitiveInDraft: "na sua mensagem",
  sensitiveInMessage: "em uma mensagem desta conversa",
  sensitiveInFile: (name, line) => `${name}, linha ${line}`,
  sensitiveInFileName: (name) => `nome de ${name}`,
  sensitiveInTool: (name) => `resultado de ${name}`,
  sensitiveMaybe: (why) => `talvez: ${why}`,
  sensitiveGoesAsItIs: (why) => `${why}: será enviado como digitado`,
  sensitiveInClear: "será enviado como digitado",
  sensitiveWhatToMask: "Valores a mascarar",
  sensitiveAllowed: "permitido aqui",
  sensitiveWillBeMasked: "será enviado mascarado",
  sensitiveWillBeRemoved: "fica de fora",
  sensitiveMore: (count) => `e mais ${count}`,
  sensitiveMaskAndSend: "Mascarar e enviar",
  sensitiveSendAnyway: "Enviar mesmo assim",
  sensitiveEdit: "Editar",
  sensitiveGoTo: (what) => `Ir para ${what}`,
  sensitiveShow: "Ir para",
  sensitiveAllowOnce: "Permitir nesta conversa",
  sensitiveMaskThis: "Mascarar ao enviar",
  sentSummary: ([masked, shownMasked], [clear, shownClear]) => {
    const hidden = masked === 1 ? "1 valor mascarado" : `${shownMasked} valores mascarados`;
    const open = clear === 1 ? "1 valor como digitado" : `${shownClear} valores como digitados`;
    const parts = [...(masked > 0 ? [hidden] : []), ...(clear > 0 ? [open] : [])];
    return `Enviado ao hub: ${parts.join(", ")}`;
  },
  sentAttached: (total, shown) => (total === 1 ? "1 nos anexos" : `${shown} nos anexos`),
  sentMasked: (as) => (as === undefined ? "enviado mascarado" : `enviado mascarado como ${as}`),
  sentRemoved: "ficou de fora",
  sentClear: "enviado como digitado",
  diagram: "Diagrama",
  showCode: "Mostrar código",
  showDiagram: "Mostrar diagrama",
  sensitiveMaskNow: "Mascarar no texto",
  sensitiveMaskAndResend: "Mascarar e reenviar",
  sensitiveRemoveAndResend: "Remover e reenviar",
  sensitiveAllowAndResend: "Permitir nesta conversa e enviar",
  sensitiveNotFoundHere:
    "Este editor não reconhece o que o hub encontrou e por isso não consegue mostrar o lugar. Edite a mensagem ou pergunte ao administrador qual regra se aplica.",
};
