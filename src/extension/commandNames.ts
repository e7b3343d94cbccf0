/** The commands of the manifest, without their prefix `aiHub.`. */
export const commandNames = [
  "focusChat",
  "newChat",
  "history",
  "setToken",
  "clearToken",
  "addSelection",
  "selectModel",
  "stop",
  "openInEditor",
  "exportChat",
  "showUsage",
  "diagnose",
  "startLocalHub",
  "stopLocalHub",
  "seller.chooseTools",
  "seller.stopWrites",
] as const;

export type CommandName = (typeof commandNames)[number];

/** View type of chats in editor tabs, by which the editor brings them back after a restart. */
export const tabViewType = "aiHub.chatEditor";
