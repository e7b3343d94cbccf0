import { cardKind } from "../../agent/run/callStep.ts";
import type { PlannedAct } from "../../agent/tools/agentTool.ts";
import type { CardHead } from "../../chat/tools/pendingDecisions.ts";
import { countInvisible } from "../../context/invisibleCharacters.ts";
import type { AgentCard } from "../../shared/calls/agentCalls.ts";

/** What a person reads before they decide; it is what the call does, byte for byte. */
export function runCard(head: CardHead, callId: string, planned: PlannedAct): AgentCard {
  const { act, paths, detail, command, folder, purpose, isSandboxed } = planned;
  return {
    ...head,
    callId,
    kind: cardKind(act),
    paths: [...paths],
    detail: command === undefined ? detail : "",
    ...(command !== undefined && { command }),
    ...(folder !== undefined && { folder }),
    ...(purpose !== undefined && { purpose }),
    ...(isSandboxed !== undefined && { isSandboxed }),
    warnings: warningsOf(planned),
    rules: [],
  };
}

function warningsOf({
  act,
  alwaysAsks,
  command = "",
  detail,
  isSandboxed,
}: PlannedAct): AgentCard["warnings"] {
  return [
    ...(alwaysAsks === true ? (["dropsMost"] as const) : []),
    ...(act === "runnable" ? (["runsByItself"] as const) : []),
    ...(act === "outside" ? (["outsideWorkspace"] as const) : []),
    ...(isSandboxed === false ? (["notUndoable"] as const) : []),
    ...(countInvisible(command + detail) > 0 ? (["invisibleCharacters"] as const) : []),
  ];
}
