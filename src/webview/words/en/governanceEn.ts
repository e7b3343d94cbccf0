export const governanceEn = {
  budgetLeft: (left: string): string => `${left} left`,
  budgetUsed: (share: string): string => `${share} used`,
  budgetChip: (name: string, left: string): string => `${name}: ${left}. Show usage`,
  budgetOf: (used: string, limit: string): string => `${used} of ${limit}`,
  budgetRenews: (date: string): string => `renews ${date}`,
  budgetToken: "Token budget",
  budgetUser: "Your budget",
  budgetProfile: "Profile budget",
  budgetSector: "Sector budget",
  budgetOther: "Budget",
  notReported: "not reported",
  budgetStopped: (name: string): string => `${name} is used up.`,
  budgetTooSmall: (name: string): string => `${name}: too little is left for your message.`,
  budgetStoppedRenews: (date: string): string =>
    `It renews on ${date}. Your message waits here until then, or until it is raised.`,
  budgetStoppedNext: "Your message waits here until the budget is raised or renewed.",
  checkAgain: "Check again",
  checking: "Checking…",
  sendAnyway: "Let me send anyway",
  showUsage: "Show usage",
  limitRequests: (limit: string): string =>
    `This token may make ${limit} ${limit === "1" ? "request" : "requests"} a minute.`,
  limitTokens: (limit: string): string =>
    `This token may use ${limit} ${limit === "1" ? "token" : "tokens"} a minute.`,
  limitParallel: (limit: string): string => `This token may have ${limit} answers at once.`,
  canTryAgain: "You can try again now.",

  updateToken: "Update token",
  offline: "You are offline. What you write is kept, and nothing is sent by itself.",

  modelLocked: "Not for your profile",
  lockedReason: (name: string): string =>
    `Your profile may not use ${name}. Ask your administrator for it, or use one of these:`,
  lockedReasonAlone: (name: string): string =>
    `Your profile may not use ${name}. Ask your administrator for it.`,
  hubSays: (reason: string): string => `The hub says: ${reason}`,
  nearestModels: "You can use:",
  useInstead: (name: string): string => `Try with ${name}`,
  alternatives: "Models you can use",

  tipTitle: "Chat on the right?",
  tipMove: "Choose a place…",
  tipVscode:
    "Keep your files on the left and the chat on the right: move it to the Secondary Side Bar.",
  tipVscodium:
    "Keep your files on the left and the chat on the right: move it to the Secondary Side Bar.",
  tipCursor:
    "Cursor keeps its own chat on the right. You can put AI Hub beside it, in a new entry of the Secondary Side Bar.",
  tipWindsurf:
    "Cascade sits on the right. You can put AI Hub beside it, in a new entry of the Secondary Side Bar.",
  tipWeb: "In the browser too the chat can be on the right: move it to the Secondary Side Bar.",
  tipOther:
    "The chat can be on the right, beside your code, where your editor has a second side bar.",
};
