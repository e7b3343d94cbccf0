/** How freely an agent works in one conversation, the strictest first. No level approves everything. */
export const agentLevels = ["ask", "edits", "sandbox"] as const;
export type AgentLevel = (typeof agentLevels)[number];
