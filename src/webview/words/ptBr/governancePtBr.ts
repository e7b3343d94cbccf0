import type { governanceEn } from "../en/governanceEn.ts";
import type { Translated } from "../forms/translated.ts";

export const governancePtBr: Translated<typeof governanceEn> = {
  budgetLeft: (left) => `${left} restantes`,
  budgetUsed: (share) => `${share} usados`,
  budgetChip: (name, left) => `${name}: ${left}. Ver o uso`,
  budgetOf: (used, limit) => `${used} de ${limit}`,
  budgetRenews: (date) => `renova em ${date}`,
  budgetToken: "Orçamento do token",
  budgetUser: "Seu orçamento",
  budgetProfile: "Orçamento do perfil",
  budgetSector: "Orçamento do setor",
  budgetOther: "Orçamento",
  notReported: "não informado",
  budgetStopped: (name) => `${name} esgotado.`,
  budgetTooSmall: (name) => `${name}: o que resta não basta para a sua mensagem.`,
  budgetStoppedRenews: (date) =>
    `Ele se renova em ${date}. A sua mensagem espera aqui até lá, ou até o valor aumentar.`,
  budgetStoppedNext: "A sua mensagem espera aqui até o orçamento aumentar ou se renovar.",
  checkAgain: "Verificar de novo",
  checking: "Verificando…",
  sendAnyway: "Enviar mesmo assim",
  showUsage: "Ver o uso",
  limitRequests: (limit) =>
    `Este token pode fazer ${limit} ${limit === "1" ? "requisição" : "requisições"} por minuto.`,
  limitTokens: (limit) =>
    `Este token pode usar ${limit} ${limit === "1" ? "token" : "tokens"} por minuto.`,
  limitParallel: (limit) => `Este token pode receber ${limit} respostas ao mesmo tempo.`,
  canTryAgain: "Já dá para tentar de novo.",

  updateToken: "Atualizar token",
  offline: "Você está sem conexão. O que você escrever fica guardado e nada é enviado sozinho.",

  modelLocked: "Fora do seu perfil",
  lockedReason: (name) =>
    `O seu perfil não pode usar ${name}. Peça acesso ao administrador ou use um destes:`,
  lockedReasonAlone: (name) => `O seu perfil não pode usar ${name}. Peça acesso ao administrador.`,
  hubSays: (reason) => `O hub diz: ${reason}`,
  nearestModels: "Você pode usar:",
  useInstead: (name) => `Tentar com ${name}`,
  alternatives: "Modelos que você pode usar",

  tipTitle: "Prefere o chat à direita?",
  tipMove: "Escolher um lugar…",
  tipVscode:
    "Deixe os arquivos à esquerda e o chat à direita: mova-o para a barra lateral secundária.",
  tipVscodium:
    "Deixe os arquivos à esquerda e o chat à direita: mova-o para a barra lateral secundária.",
  tipCursor:
    "O Cursor deixa o chat dele à direita. O AI Hub cabe ao lado, em uma nova entrada da barra lateral secundária.",
  tipWindsurf:
    "O Cascade fica à direita. O AI Hub cabe ao lado, em uma nova entrada da barra lateral secundária.",
  tipWeb:
    "No navegador o chat também pode ficar à direita: mova-o para a barra lateral secundária.",
  tipOther:
    "O chat pode ficar à direita, ao lado do código, se o seu editor tiver uma segunda barra lateral.",
};
