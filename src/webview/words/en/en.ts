import { manyEn as many } from "../forms/plural.ts";
import type { Translated } from "../forms/translated.ts";
import { contextEn } from "./contextEn.ts";
import { editingEn } from "./editingEn.ts";
import { firstEn } from "./firstEn.ts";
import { governanceEn } from "./governanceEn.ts";
import { historyEn } from "./historyEn.ts";
import { protectionEn } from "./protectionEn.ts";
import { readingEn } from "./readingEn.ts";
import { toolsEn } from "./toolsEn.ts";
import { turnsEn } from "./turnsEn.ts";

/** The source of all texts. Accessibility and e2e tests use some of the names. */
export const en = {
  conversation: "Conversation",
  you: "You",
  context: "Context",
  undo: "Undo",

  sentWith: "Sent with the message",
  remove: (name: string): string => `Remove ${name}`,
  open: (name: string): string => `Open ${name}`,
  largeAttachment: (size: string): string => `${size}, uses much of the context`,
  hiddenCharacters: (count: number, shown: string): string =>
    `${shown} ${many(count, "character", "characters")} that you cannot see but the model reads`,
  longText: "Long text",
  longTextHint: (size: string): string => `${size}, sent unchanged`,

  regenerate: "Regenerate",
  editMessage: "Edit message",
  copyMessage: "Copy message",
  copied: "Copied",
  previousVersion: "Previous version",
  nextVersion: "Next version",
  version: (index: string, count: string): string => `Version ${index} of ${count}`,
  saveEdit: "Send again",
  cancel: "Cancel",
  editHint: "Enter sends it again, Escape cancels",
  showAll: (size: string): string => `Show all (${size})`,
  showLess: "Show less",
  showEarlier: "Show earlier messages",
  jumpToLatest: "Jump to latest",

  thinking: "Thinking…",
  thought: "Thought",
  thoughtFor: (duration: string): string => `Thought for ${duration}`,
  reasoning: "Reasoning",
  answering: "Answering…",
  lastSent: {
    nothing: "The hub has sent nothing yet.",
    head: "The hub took the request and has sent no text yet.",
    life: "The hub last sent a sign of life, without text.",
    content: "The hub last sent text.",
  },
  waiting: (duration: string): string => `Waiting for the model, ${duration}`,
  retrying: (duration: string): string => `Trying again in ${duration}`,
  retryingNow: "Trying again now",
  attempt: (count: string): string => `attempt ${count}`,

  tokens: (input: string, output: string): string => `${input} → ${output} tokens`,
  outputTokens: (output: string): string => `${output} tokens`,
  askedFor: (model: string): string => `${model} was asked`,

  stoppedEarly: "You stopped the answer before it began.",
  stopped: "You stopped the answer.",
  stoppedNext: "Go on from here, or try again.",
  stoppedEarlyNext: "Try again when you like.",
  emptyAnswer: "The model answered with no text.",
  continueAnswer: "Continue",
  tryAgainIn: (duration: string): string => `You can try again in ${duration}.`,
  chooseModel: "Choose model",
  diagnose: "Diagnose…",
  details: "Details",
  detailKind: "Kind",
  detailStatus: "Status",
  detailCode: "Code",
  detailSystemCode: "System code",
  detailHost: "Host",
  detailRequestId: "Request ID",
  detailRaw: "The server's own words",
  copyDetails: "Copy details",

  models: "Models",
  searchModels: "Search",
  refresh: "Refresh",
  loadingModels: "Asking the hub…",
  updatedAt: (time: string): string => `Updated ${time}`,
  contextSize: (size: string): string => `${size} context`,
  contextNotReported: "Context not reported",
  abilitiesNotReported: "abilities not reported",
  tools: "tools",
  vision: "images",
  reasons: "reasoning",
  plainText: "text only",
  setByOrganisation: "Set by your organisation",
  moreModels: (count: number, shown: string): string =>
    `${shown} ${many(count, "more model", "more models")}, type to narrow`,
  modelCount: (count: number, shown: string): string =>
    `${shown} ${many(count, "model", "models")}`,
  noModels: "The hub lists no models. Type the name of one.",
  useModel: (id: string): string => `Use “${id}”`,
  listFailed: "You can type a model's name.",

  startTitle: "Chat with your code",
  startTextInBrowser:
    "Answers come from the AI hub of your organisation. Because this editor runs in a browser, the hub must allow its address: if it does not answer, ask who runs it.",
  startText:
    "Answers come from the AI hub of your organisation. Without one, you can try it right here.",
  tryWithoutHub: "Try it without a hub",
  tryWithoutHubHint: "Starts a small hub on this machine. Nothing leaves it.",
  startingHub: "Starting the local hub…",
  orConnect: "Or connect to your hub",
  hubAddress: "Hub address",
  hubAddressExample: "https://hub.example.com",
  connect: "Connect",
  tokenTitle: "One more step",
  tokenText: (host: string): string =>
    `${host} needs your token. It is kept in the editor's secret store and sent only there.`,
  signIn: "Sign in",
  signInText: (host: string): string =>
    `Sign in to ${host} with your account. Or paste a token that you made there.`,
  changeAddress: "Change address",
  rulesBroken:
    "Your organisation's rules on this machine cannot be read, so nothing is sent. Ask your administrator.",
  rulesOldVersion: "Your organisation needs a newer version of AI Hub. Update it.",
  rulesOtherHub: "Your organisation allows other hubs on this machine. Ask for the address.",
  badAddressTitle: "The hub's address cannot be used",
  hubProblemTitle: "No connection to the hub",
  needsTokenBar: (host: string): string => `${host} needs a token.`,
  needsBaseUrlBar: "There is no hub to ask yet.",
  addressEmpty: "Enter the address of your hub.",
  addressNotAUrl: "This is not an address. It looks like https://hub.example.com.",
  addressWhitespace: "There is a space in the address. Leave it out.",
  addressScheme: "The address must begin with https://.",
  addressInsecure:
    "Plain http is for this machine only, because your token goes along. Use https://.",
  addressCredentials:
    "Leave user name and password out of the address. The token is set separately.",
  addressQuery: "Leave out what follows ? or # in the address.",
  addressOther: "This address cannot be used.",

  openFailed: "This conversation could not be opened.",
  openFailedNext: "Try again, or start a new chat. Nothing was deleted.",

  answerStarted: "Answer started",
  answerComplete: "Answer complete",
  answerStopped: "Answer stopped",
  codeOmitted: "Code.",

  code: "Code",
  codeIn: "Code, {language}",
  codeLine: "line {start}",
  codeLines: "lines {start}–{end}",
  copyCode: "Copy code",
  insertAtCursor: "Insert at cursor",
  table: "Table",
  imageNotLoaded: "Image not loaded",
  taskDone: "Done",
  taskOpen: "To do",

  ...firstEn,
  ...historyEn,
  ...turnsEn,
  ...toolsEn,
  ...contextEn,
  ...editingEn,
  ...governanceEn,
  ...protectionEn,
  ...readingEn,
};

export type Words = Translated<typeof en>;
