export const sellerCommandNames = [
  "seller.open",
  "seller.addEnvironment",
  "seller.selectEnvironment",
  "seller.useEnvironment",
  "seller.setCredentials",
  "seller.clearCredentials",
  "seller.checkAccess",
  "seller.saveProduct",
  "seller.updateStock",
  "seller.savePrice",
  "seller.saveDeliveryTerm",
  "seller.saveMinimumOrder",
  "seller.registerTracking",
  "seller.cancelOrder",
  "seller.getOrder",
  "seller.importCsv",
  "seller.forPrograms",
  "seller.openJournal",
] as const;

export const editingCommandNames = [
  "inlineEdit",
  "acceptInlineEdit",
  "rejectInlineEdit",
  "retryInlineEdit",
  "compareInlineEdit",
  "explain",
  "fix",
  "ask",
  "acceptChange",
  "rejectChange",
  "acceptAllChanges",
  "rejectAllChanges",
  "compareChanges",
  "nextChange",
  "previousChange",
  "commitMessage",
  "regenerateCommitMessage",
  "stopCommitMessage",
  "explainTerminal",
  "fixHere",
  "explainFailedCommand",
] as const;

export const reviewCommandNames = [
  "reviewChanges",
  "fixFinding",
  "dismissFinding",
  "dismissFindings",
] as const;

/** Without their prefix `aiHub.`. */
export const commandNames = [
  "focusChat",
  "newChat",
  "history",
  "setAddress",
  "openSettings",
  "openWalkthrough",
  "signIn",
  "setToken",
  "clearToken",
  "addSelection",
  "addFiles",
  "previewRequest",
  "selectModel",
  "stop",
  "askMode",
  "planMode",
  "agentMode",
  "searchCode",
  "showCodeIndex",
  "rebuildCodeIndex",
  "deleteCodeIndex",
  "buildSemanticIndex",
  "deleteSemanticIndex",
  "mcpServers",
  "approvalRules",
  "turnOnCompletion",
  "turnOffCompletion",
  "triggerCompletion",
  "completionMenu",
  "repeatEdit",
  "applyRepeatedEdit",
  "endRepeatedEdit",
  "openInEditor",
  "exportChat",
  "importChat",
  "showUsage",
  "checkForUpdates",
  "openHelp",
  "diagnose",
  "startLocalHub",
  "stopLocalHub",
  "seller.chooseTools",
  "seller.stopWrites",
  ...editingCommandNames,
  ...reviewCommandNames,
  ...sellerCommandNames,
] as const;

export type CommandName = (typeof commandNames)[number];

/** The editor restores tabs by this type after a restart. */
export const tabViewType = "aiHub.chatEditor";

export const sellerTabViewType = "aiHub.sellerEditor";

/** Menus and callers pass any arguments: parse them. */
export type Command = (...args: readonly unknown[]) => Promise<unknown>;
