import type { AgentState, ChatMode } from "../../shared/calls/agentCalls.ts";
import type { AgentWords } from "../words/agentEn.ts";

/** A name and one sentence about it. */
type NameAndHint = readonly [name: string, hint: string];

export function modeTexts(words: AgentWords): Readonly<Record<ChatMode, NameAndHint>> {
  return {
    ask: [words.modeAsk, words.modeAskHint],
    plan: [words.modePlan, words.modePlanHint],
    agent: [words.modeAgent, words.modeAgentHint],
  };
}

export function levelTexts(words: AgentWords): Readonly<Record<AgentState["level"], NameAndHint>> {
  return {
    ask: [words.levelAsk, words.levelAskHint],
    edits: [words.levelEdits, words.levelEditsHint],
    sandbox: [words.levelSandbox, words.levelSandboxHint],
  };
}

/** Why only Ask can be chosen. */
export function unavailableText(
  words: AgentWords,
  reason: NonNullable<AgentState["unavailable"]>,
): string {
  return {
    untrusted: words.modeUntrusted,
    noTools: words.modeNoTools,
    noFolder: words.modeNoFolder,
    policy: words.modePolicy,
    otherWindow: words.modeOtherWindow,
  }[reason];
}
