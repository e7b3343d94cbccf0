import type { SessionMode } from "@agentclientprotocol/sdk";

import type { RunStanding } from "../agent/run/runTrust.ts";
import type { AgentLevel } from "../agent/trust/levels.ts";

interface OfferedMode extends SessionMode {
  readonly standing: RunStanding;
}

const modes: readonly OfferedMode[] = [
  {
    id: "ask",
    name: "Ask",
    description: "Answers questions about the folder; changes nothing.",
    standing: { mode: "ask", level: "ask" },
  },
  {
    id: "plan",
    name: "Plan",
    description: "Reads and writes a plan; changes nothing.",
    standing: { mode: "plan", level: "ask" },
  },
  {
    id: "agent",
    name: "Agent",
    description: "Edits and commands are shown to you first.",
    standing: { mode: "agent", level: "ask" },
  },
  {
    id: "agent-edits",
    name: "Agent, edits freely",
    description: "Edits run at once, commands are shown to you first.",
    standing: { mode: "agent", level: "edits" },
  },
  {
    id: "agent-sandbox",
    name: "Agent, sandbox",
    description: "Edits run at once, commands run in a sandbox without network.",
    standing: { mode: "agent", level: "sandbox" },
  },
];

/** The modes of a session that the hub's policy and the machine allow. */
export function modesWithin(maxLevel: AgentLevel, hasSandbox: boolean): readonly SessionMode[] {
  const levels: readonly AgentLevel[] = ["ask", "edits", "sandbox"];
  return modes
    .filter(({ standing: { level } }) => {
      const isAllowed = levels.indexOf(level) <= levels.indexOf(maxLevel);
      return isAllowed && (level !== "sandbox" || hasSandbox);
    })
    .map(({ id, name, description }) => ({ id, name, description: description ?? null }));
}

/** The id of the mode with which sessions begin; one that is not offered becomes the strictest of its kind. */
export function firstMode({ mode, level }: RunStanding, offered: readonly SessionMode[]): string {
  const found = modes.find(
    ({ standing }) => standing.mode === mode && (mode !== "agent" || standing.level === level),
  );
  return offered.some(({ id }) => id === found?.id) ? (found?.id ?? "agent") : "agent";
}

/** What a mode means; the strictest for an unknown one. */
export function standingOf(modeId: string): RunStanding {
  return modes.find(({ id }) => id === modeId)?.standing ?? { mode: "ask", level: "ask" };
}
