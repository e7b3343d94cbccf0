import type { Translated } from "./translated.ts";

/** Texts of the first drawing and its actions; other texts are loaded with their parts. */
export const firstEn = {
  chat: "AI Hub chat",
  message: "Message",
  messagePlaceholder: "Ask about your code…",
  taskPlaceholder: "Describe a task…",
  send: "Send",
  stop: "Stop",
  newChat: "New chat",
  history: "History",
  setToken: "Set token",
  addContext: "Add context",
  dismiss: "Dismiss",
  tryAgain: "Try again",
  model: "Model",
  noModel: "Choose a model",
  connecting: "Connecting…",
  emptyTitle: "What are you working on?",
  emptyText: "Select code in the editor and add it here, or just ask.",
  localHubText: "You are using the local hub on this machine.",
  connectedTo: (host: string): string => `Connected to ${host}`,
  tokenNotKept: "The editor could not store your token. It works until the editor closes.",
  suggestions: "Suggestions",
  suggestExplain: "Explain what this code does, step by step",
  suggestTests: "Write tests for this function, edge cases included",
  suggestBug: "Find the cause of this error: ",
  loading: "Opening the conversation…",
  partFailed: "A part of the page could not be loaded.",
  hostSilent: "The editor did not do that. Try again; if it stays like this, reload the window.",
  busy: "An answer is still coming. Wait for it, or stop it first.",
  notConnected: "There is no connection to a hub yet. Your message is kept.",
  noModelChosen: "No model is chosen. Choose one, then send again.",
  nothingToSend: "There is nothing to send yet.",
  tooLarge: "This is too large to send. Remove something and send again.",
  notFound: "That is no longer there.",
  movedAway:
    "Another chat was opened meanwhile. Nothing was sent; your text is in the message field.",
  noEditor: "Open a file in the editor first.",
  storageFailed: "It could not be saved. Check the free space on your disk.",
  refused: "That was not possible.",
  readOnlyChat:
    "This conversation was written by a newer version of AI Hub. You can read it; update the extension to go on with it.",
  undecided: "Keep one of the answers first, then go on from it.",
  addToQueue: "Queue message",
  sendToCompare: "Ask several models",
  notAnImage: (name: string): string =>
    `${name} is not an image that models take. Use PNG, JPEG, GIF or WebP.`,
  imageTooLarge: (name: string): string =>
    `${name} is too large for a model. Send a smaller image.`,
  tooManyAttachments: "The message cannot hold more attachments. Remove one first.",
  pastedImage: "Pasted image",
  contextSources: {
    file: "Files",
    folder: "Folders",
    symbol: "Symbols",
    editor: "Open editors",
    problems: "Problems",
    changes: "Git changes",
    commit: "Commits",
    terminal: "Terminal selection",
    search: "Search in files",
    codebase: "Whole codebase",
    conversation: "Conversations",
    selection: "Selection",
  },
  nothingInCodebase:
    "Nothing in the code fits this message. Say it in other words, or remove @codebase.",
  noCodeIndex:
    "There is no code index to search. Run “AI Hub: Show Code Index”, or remove @codebase.",
  browseFiles: "Browse…",
  promptModelMissing: (model: string): string =>
    `This prompt asks for the model ${model}, which this hub does not offer you. Send again to use the chosen model.`,
  nothingToLeaveOut: "There is no older turn that could be left out.",
  previewNotReady: "There is no hub and model to send to yet.",
  dropHere: "Drop to add to the message",
  nothingDropped: "Nothing of that could be added.",
  onlyFirstDropped: (count: number): string =>
    `Only the first ${count} were added. Drop the others after them.`,
  fileNotText: (name: string): string => `${name} is not a text file, or it is too large.`,
  modelNotListed: (name: string): string => `${name}: the hub does not list this model`,
  addFile: (path: string): string => `Add ${path}`,
};

/** Available before `LateWords`. */
export type FirstWords = Translated<typeof firstEn>;
