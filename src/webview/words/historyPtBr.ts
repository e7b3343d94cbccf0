import type { historyEn } from "./historyEn.ts";
import type { Translated } from "./translated.ts";

const plural = new Intl.PluralRules("pt-BR");

function many(count: number, one: string, other: string): string {
  return plural.select(count) === "one" ? one : other;
}

export const historyPtBr: Translated<typeof historyEn> = {
  closeHistory: "Fechar o histórico",
  conversations: "Conversas",
  searchHistory: "Buscar em todas as mensagens",
  importChat: "Importar chat…",
  onlyFavourites: "Mostrar só as favoritas",
  showAllChats: "Mostrar todas",
  filters: "Filtros e ordem",
  workspace: "Workspace",
  anyWorkspace: "Qualquer um",
  anyModel: "Qualquer um",
  lastUsed: "Último uso",
  anyTime: "Qualquer data",
  lastDays: (count, shown) => (count === 1 ? "Últimas 24 horas" : `Últimos ${shown} dias`),
  sortBy: "Ordem",
  newestFirst: "Mais recentes",
  mostExpensiveFirst: "Mais caras",
  messageCount: (count, shown) => `${shown} ${many(count, "mensagem", "mensagens")}`,
  chatCount: (count, shown) => `${shown} ${many(count, "conversa", "conversas")}`,
  chatsSoFar: (count, shown) => `${shown} ${many(count, "conversa", "conversas")} até agora`,
  openNow: "Aberta agora",
  showMore: "Mostrar mais",
  searchingHistory: "Procurando…",
  historyFailed: "Não foi possível listar as conversas. Feche e abra de novo.",
  nothingFound: "Nada encontrado. Tente menos palavras ou filtros.",
  noChatsYet: "Nada por aqui ainda: o que você envia fica guardado aqui.",
  markFavourite: (title) => `Adicionar “${title}” às favoritas`,
  unmarkFavourite: (title) => `Tirar “${title}” das favoritas`,
  renameChat: (title) => `Renomear “${title}”`,
  exportChatNamed: (title) => `Exportar “${title}”`,
  deleteChat: (title) => `Apagar “${title}”`,
  nameOfChat: "Nome da conversa",
  chatDeleted: (title) => `“${title}” foi apagada.`,

  findInChat: "Localizar no chat",
  previousMatch: "Anterior (Shift+Enter)",
  nextMatch: "Próxima (Enter)",
  closeFind: "Fechar (Escape)",
  matchCase: "Diferenciar maiúsculas (Alt+C)",
  matchWord: "Palavra inteira (Alt+W)",
  useRegex: "Expressão regular (Alt+R)",
  matchOf: (index, count) => `${index} de ${count}`,
  noMatches: "Nada encontrado",
  patternWrong: "Padrão inválido",
  patternSlow: "Demora demais",
};
