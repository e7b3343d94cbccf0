/** From the strictest level. No level approves everything. */
export const agentLevels = ["ask", "edits", "sandbox"] as const;
export type AgentLevel = (typeof agentLevels)[number];
