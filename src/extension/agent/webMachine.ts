import type { AgentEditor } from "./agentEditor.ts";
import type { AgentMachine } from "./agentRuns.ts";

/** The machine of an editor in a browser: files by the editor, no processes. */
export const webMachine = (editor: AgentEditor): AgentMachine => ({
  editor,
  skillFolders: [".agents/skills"],
  platform: "web",
  openWorkspace: () => Promise.resolve(undefined),
});
