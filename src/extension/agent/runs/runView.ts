import type { AgentState } from "../../../shared/calls/agentCalls.ts";

/** What of a page's state the runs know; mode and level belong to the person. */
export type RunView = Pick<
  AgentState,
  "run" | "plan" | "cards" | "question" | "changes" | "checkpoints" | "background"
>;

/** The view of a conversation without any run. */
export const noRun: RunView = {
  plan: [],
  cards: [],
  changes: [],
  checkpoints: [],
  background: [],
};
