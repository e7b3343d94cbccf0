import type { AgentState } from "../../../shared/calls/agentCalls.ts";

/** The runs' part of a page's state; mode and level belong to the person. */
export type RunView = Pick<
  AgentState,
  "run" | "plan" | "cards" | "question" | "changes" | "checkpoints" | "background"
>;

export const noRun: RunView = {
  plan: [],
  cards: [],
  changes: [],
  checkpoints: [],
  background: [],
};
