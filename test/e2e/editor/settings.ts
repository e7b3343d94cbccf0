/** Settings of a quiet editor: no welcome page, no tips, no chat of its own, no animations, no language server. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  // It knows a file's syntax; a project's symbols need the other one.
  "typescript.tsserver.useSyntaxServer": "always",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};
