import type { AgentMachine } from "./agentRuns.ts";

/** The machine of an editor in a browser: files by the editor, no processes. */
export const webMachine: AgentMachine = {
  platform: "web",
  openWorkspace: () => Promise.resolve(undefined),
};
