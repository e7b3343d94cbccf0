import type { toolsEn } from "../en/toolsEn.ts";
import type { Translated } from "../forms/translated.ts";

export const toolsPtBr: Translated<typeof toolsEn> = {
  toolsOff: "Ferramentas: desligadas",
  toolsHint: "Escolher o que os modelos podem fazer com o portal do seller",
  toolsRead: (environment) => `${environment}: leitura`,
  toolsWrite: (environment) => `${environment}: gravação`,
  toolsStopped: (environment) => `${environment}: gravações paradas`,
  toolsName: (shown) => `Ferramentas, ${shown}`,

  toolNext: "A seguir",
  toolWaiting: "Espera por você",
  toolRunning: "Em andamento",
  toolDone: "Feita",
  toolRefused: "Não feita",
  toolFailed: "Falhou",
  toolUnknown: "Resultado desconhecido: verifique antes de tentar de novo",
  toolArguments: "Argumentos",
  toolResult: "Resultado enviado ao modelo",
  toolAllow: "Escolher o que as ferramentas podem fazer",

  approvalNeeded: (act) => `Aprovação necessária: ${act}`,
  approvalSandbox: "Sandbox",
  approvalProduction: "Produção",
  approvalField: "Campo",
  approvalNow: "Agora",
  approvalWillBe: "Passa a ser",
  approvalNotSent: "não é enviado",
  approvalNone: "nenhum",
  approvalRequest: "A requisição, byte a byte",
  approvalNoBody: "Não tem corpo.",
  approvalInvisible: (count) =>
    `Contém ${count} caracteres que não se veem. Eles são mostrados como códigos.`,
  approvalType: (name) => `Digite “${name}” para confirmar`,
  approvalReject: "Rejeitar",
  approvalExpires: (time) => `Expira em ${time}`,
  approvalWrongWord: "Esse não é o nome do ambiente.",
  approvalNotTicked: "Marque a caixa antes.",
  approvalTooEarly: "O cartão acabou de aparecer. Leia e pressione o botão de novo.",
  approvalGone: "Esta aprovação não vale mais. Este clique não enviou nada.",
};
