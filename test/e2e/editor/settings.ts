/** Settings of a quiet editor: no welcome page, no tips, no chat of its own, no animations. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};
