const plural = new Intl.PluralRules("en");

function many(count: number, one: string, other: string): string {
  return plural.select(count) === "one" ? one : other;
}

export const contextEn = {
  contextItems: "What can go along",
  commands: "Commands",
  searchContext: "Search files, symbols, problems…",
  searchIn: (source: string): string => `Search in ${source}`,
  allSources: "All",
  searchingContext: "Searching…",
  noContextFound: "Nothing found.",
  typeToSearch: "Type what to look for.",
  foundCount: (count: number, shown: string): string =>
    `${shown} ${many(count, "suggestion", "suggestions")}`,
  matchedWords: (words: string): string => `Found by: ${words}`,
  fromPerson: "yours",
  fromWorkspace: "from this workspace",

  tokenCount: (count: string): string => `${count} tokens`,
  meter: "Context",
  meterShare: (share: string): string => `${share} of the context used`,
  meterUsed: (used: string): string => `${used} tokens, context not reported`,
  meterTooMuch: "More than fits",
  meterInstructions: "Instructions and tools",
  meterHistory: (count: number, shown: string): string =>
    `Conversation, ${shown} ${many(count, "message", "messages")}`,
  meterAttachments: "Attached",
  meterDraft: "Your message",
  meterReserved: "Kept free for the answer",
  meterFree: "Left",
  meterOver: "Too much",
  meterLength: "Context of this model",
  meterUnknown: "The hub does not report how much this model takes in.",
  meterEstimated: "Estimated; exact counts come with the answer.",
  meterCalibrated: "Estimated, corrected by what the hub counted for this model.",
  meterTight: "It nearly fills the context.",
  dropHistory: "Leave out older turns.",
  dropAttachments: "Remove or shorten what is attached.",
  dropDraft: "Shorten your message.",
  tooMuchText: "This is more than the model takes in.",
  promptModel: (model: string): string =>
    `This message alone goes to ${model}: its prompt asks for it.`,
  useOwnModel: (model: string): string => `Use ${model}`,
  leftOut: (count: number, shown: string): string =>
    `${shown} older ${many(count, "message is", "messages are")} left out of what is sent`,
  leaveOut: "Leave out older turns",
  takeBack: "Send them again",
  preview: "Preview what is sent",

  pasteKnown: (label: string): string => `This is ${label}.`,
  attachInstead: "Attach instead of the text",
  pasteAttached: (label: string): string => `${label} is attached instead of the text.`,
};
