const plural = new Intl.PluralRules("en");

function many(count: number, one: string, other: string): string {
  return plural.select(count) === "one" ? one : other;
}

export const historyEn = {
  closeHistory: "Close history",
  conversations: "Conversations",
  searchHistory: "Search all messages",
  importChat: "Import chat…",
  onlyFavourites: "Show only favourites",
  showAllChats: "Show all",
  filters: "Filters and order",
  workspace: "Workspace",
  anyWorkspace: "Any",
  anyModel: "Any",
  lastUsed: "Last used",
  anyTime: "Any time",
  lastDays: (count: number, shown: string): string =>
    count === 1 ? "Last 24 hours" : `Last ${shown} days`,
  sortBy: "Order",
  newestFirst: "Newest first",
  mostExpensiveFirst: "Most expensive first",
  messageCount: (count: number, shown: string): string =>
    `${shown} ${many(count, "message", "messages")}`,
  chatCount: (count: number, shown: string): string =>
    `${shown} ${many(count, "conversation", "conversations")}`,
  chatsSoFar: (count: number, shown: string): string =>
    `${shown} ${many(count, "conversation", "conversations")} so far`,
  openNow: "Open now",
  showMore: "Show more",
  searchingHistory: "Looking…",
  historyFailed: "The conversations could not be listed. Close this and open it again.",
  nothingFound: "Nothing fits. Try fewer words or filters.",
  noChatsYet: "Nothing here yet: what you send is kept here.",
  markFavourite: (title: string): string => `Add “${title}” to favourites`,
  unmarkFavourite: (title: string): string => `Remove “${title}” from favourites`,
  renameChat: (title: string): string => `Rename “${title}”`,
  exportChatNamed: (title: string): string => `Export “${title}”`,
  deleteChat: (title: string): string => `Delete “${title}”`,
  nameOfChat: "Name of the conversation",
  chatDeleted: (title: string): string => `“${title}” was deleted.`,

  findInChat: "Find in chat",
  previousMatch: "Previous match (Shift+Enter)",
  nextMatch: "Next match (Enter)",
  closeFind: "Close (Escape)",
  matchCase: "Match case (Alt+C)",
  matchWord: "Match whole word (Alt+W)",
  useRegex: "Use regular expression (Alt+R)",
  matchOf: (index: string, count: string): string => `${index} of ${count}`,
  noMatches: "No matches",
  patternWrong: "Not a pattern",
  patternSlow: "Takes too long",
};
