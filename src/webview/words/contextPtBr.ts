import type { contextEn } from "./contextEn.ts";
import type { Translated } from "./translated.ts";

const plural = new Intl.PluralRules("pt-BR");

function many(count: number, one: string, other: string): string {
  return plural.select(count) === "one" ? one : other;
}

export const contextPtBr: Translated<typeof contextEn> = {
  contextItems: "O que pode ir junto",
  commands: "Comandos",
  searchContext: "Buscar arquivos, símbolos, problemas…",
  searchIn: (source) => `Buscar em ${source}`,
  allSources: "Tudo",
  searchingContext: "Buscando…",
  noContextFound: "Nada encontrado.",
  typeToSearch: "Digite o que procurar.",
  foundCount: (count, shown) => `${shown} ${many(count, "sugestão", "sugestões")}`,
  matchedWords: (words: string): string => `Encontrado por: ${words}`,
  fromPerson: "seu",
  fromWorkspace: "deste workspace",

  tokenCount: (count) => `${count} tokens`,
  meter: "Contexto",
  meterShare: (share) => `${share} do contexto em uso`,
  meterUsed: (used) => `${used} tokens, contexto não informado`,
  meterTooMuch: "Mais do que cabe",
  meterInstructions: "Instruções e ferramentas",
  meterHistory: (count, shown) => `Conversa, ${shown} ${many(count, "mensagem", "mensagens")}`,
  meterAttachments: "Anexos",
  meterDraft: "Sua mensagem",
  meterReserved: "Reservado para a resposta",
  meterFree: "Sobra",
  meterOver: "Excesso",
  meterLength: "Contexto deste modelo",
  meterUnknown: "O hub não informa quanto este modelo aceita.",
  meterEstimated: "Estimativa; a contagem exata vem com a resposta.",
  meterCalibrated: "Estimativa, corrigida pelo que o hub contou para este modelo.",
  meterTight: "O contexto está quase cheio.",
  dropHistory: "Deixe de fora as mensagens mais antigas.",
  dropAttachments: "Remova ou encurte os anexos.",
  dropDraft: "Encurte a sua mensagem.",
  tooMuchText: "Isto é mais do que o modelo aceita.",
  promptModel: (model) => `Só esta mensagem vai para ${model}: o prompt pede esse modelo.`,
  useOwnModel: (model) => `Usar ${model}`,
  leftOut: (count, shown) =>
    `${shown} ${many(count, "mensagem antiga não é enviada", "mensagens antigas não são enviadas")}`,
  leaveOut: "Deixar de fora as mais antigas",
  takeBack: "Voltar a enviar",
  preview: "Ver o que será enviado",

  pasteKnown: (label) => `Isto é ${label}.`,
  attachInstead: "Anexar no lugar do texto",
  pasteAttached: (label) => `${label} foi anexado no lugar do texto.`,
};
