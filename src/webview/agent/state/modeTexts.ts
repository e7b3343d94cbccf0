import type { AgentState, ChatMode, NoSandbox } from "../../../shared/calls/agentCalls.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import type { AgentWords } from "../../words/en/agentEn.ts";

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

export function noSandboxText(words: AgentWords, { why, detail }: NoSandbox): string {
  const shown = visibleText(detail);
  return {
    homeFolder: words.noSandboxHome,
    noProgram: words.noSandboxProgram(shown),
    failed: words.noSandboxFailed(shown),
  }[why];
}

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
