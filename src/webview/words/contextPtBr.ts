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
  contextSources: {
    file: "Arquivos",
    folder: "Pastas",
    symbol: "Símbolos",
    editor: "Editores abertos",
    problems: "Problemas",
    changes: "Alterações do Git",
    commit: "Commits",
    terminal: "Seleção do terminal",
    search: "Busca nos arquivos",
    codebase: "Todo o código",
    conversation: "Conversas",
    selection: "Seleção",
  },
  matchedWords: (words: string): string => `Encontrado por: ${words}`,
  nothingInCodebase:
    "Nada no código corresponde a esta mensagem. Diga com outras palavras ou remova @codebase.",
  noCodeIndex:
    "Não há índice do código para pesquisar. Execute “AI Hub: Mostrar o índice do código” ou remova @codebase.",
  browseFiles: "Procurar no disco…",
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
  promptModelMissing: (model) =>
    `Este prompt pede o modelo ${model}, que este hub não oferece a você. Envie de novo para usar o modelo escolhido.`,
  leftOut: (count, shown) =>
    `${shown} ${many(count, "mensagem antiga não é enviada", "mensagens antigas não são enviadas")}`,
  leaveOut: "Deixar de fora as mais antigas",
  takeBack: "Voltar a enviar",
  nothingToLeaveOut: "Não há mensagem antiga que possa ficar de fora.",
  preview: "Ver o que será enviado",
  previewNotReady: "Ainda não há um hub e um modelo para onde enviar.",

  dropHere: "Solte para adicionar à mensagem",
  nothingDropped: "Nada disso pôde ser adicionado.",
  onlyFirstDropped: (count) =>
    `Só os primeiros ${count} foram adicionados. Solte os outros depois deles.`,
  fileNotText: (name) => `${name} não é um arquivo de texto, ou é grande demais.`,
  pasteKnown: (label) => `Isto é ${label}.`,
  attachInstead: "Anexar no lugar do texto",
  pasteAttached: (label) => `${label} foi anexado no lugar do texto.`,
};
