import type { SessionMode } from "@agentclientprotocol/sdk";

import type { RunStanding } from "../../agent/run/cards/runTrust.ts";
import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";
import type { SavedRun } from "../run/savedRuns.ts";

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

const strictest: RunStanding = { mode: "ask", level: "ask" };

export function modesWithin(maxLevel: AgentLevel, hasSandbox: boolean): readonly SessionMode[] {
  return modes
    .filter(
      ({ standing: { level } }) => !isOver(level, maxLevel) && (level !== "sandbox" || hasSandbox),
    )
    .map(({ id, name, description }) => ({ id, name, description: description ?? null }));
}

/** A mode that is not offered becomes the strictest of its kind. */
export function firstMode({ mode, level }: RunStanding, offered: readonly SessionMode[]): string {
  const found = modes.find(
    ({ standing }) => standing.mode === mode && (mode !== "agent" || standing.level === level),
  );
  return offered.some(({ id }) => id === found?.id) ? (found?.id ?? "agent") : "agent";
}

/** A former mode that is no longer offered becomes the strictest of its kind; an unknown mode the strictest of all. */
export function laterMode(
  { modeId, state }: Pick<SavedRun, "modeId" | "state">,
  offered: readonly SessionMode[],
): string {
  const found = modes.find(({ id }) => id === (modeId ?? state.mode));
  return found ? firstMode(found.standing, offered) : "ask";
}

/** True if the session only read. */
export function changesNothing({ modeId, state }: Pick<SavedRun, "modeId" | "state">): boolean {
  return !(modeId ?? state.mode).startsWith("agent");
}

/** The mode's level, within the hub's policy; the strictest for an unknown mode. */
export function standingWithin(modeId: string, { max_level: most }: AgentPolicy): RunStanding {
  const { mode, level } = modes.find(({ id }) => id === modeId)?.standing ?? strictest;
  return { mode, level: isOver(level, most ?? level) ? (most ?? level) : level };
}

function isOver(level: AgentLevel, most: AgentLevel): boolean {
  return agentLevels.indexOf(level) > agentLevels.indexOf(most);
}
