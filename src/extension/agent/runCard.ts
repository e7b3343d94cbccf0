import type { AskedAct } from "../../agent/run/agentEvents.ts";
import { cardKind } from "../../agent/run/callStep.ts";
import { offeredRules } from "../../agent/run/offeredRules.ts";
import type { CardHead } from "../../chat/tools/pendingDecisions.ts";
import { countInvisible } from "../../context/invisibleCharacters.ts";
import type { AgentCard } from "../../shared/calls/agentCalls.ts";

/** What a person reads before they decide; it is what the call does, byte for byte. */
export function runCard(head: CardHead, callId: string, asked: AskedAct): AgentCard {
  const { act, paths, detail, parts, command, mcp, folder, purpose, isSandboxed } = asked;
  return {
    ...head,
    callId,
    kind: cardKind(act),
    paths: mcp ? mcpPaths(mcp) : [...paths],
    detail: command === undefined && !parts ? detail : "",
    ...(parts && { parts: parts.map((part) => ({ paths: [...part.paths], detail: part.detail })) }),
    ...(command !== undefined && { command }),
    ...(folder !== undefined && { folder }),
    ...(purpose !== undefined && { purpose }),
    ...(isSandboxed !== undefined && { isSandboxed }),
    ...(mcp?.newTools && { isToolReview: true }),
    warnings: warningsOf(asked),
    rules: offeredRules(asked).map(({ shown }) => shown),
  };
}

function mcpPaths({ server, tool, newTools }: NonNullable<AskedAct["mcp"]>): string[] {
  const tools = newTools ?? (tool === undefined ? [] : [tool]);
  return tools.length === 0 ? [server] : tools.map((name) => `${server}: ${name}`);
}

function warningsOf(asked: AskedAct): AgentCard["warnings"] {
  const { act, alwaysAsks, notUndoable, taint, findings = [], saves = [] } = asked;
  return [
    ...(saves.length > 0 ? (["savesFirst"] as const) : []),
    ...(alwaysAsks === true ? (["dropsMost"] as const) : []),
    ...(act === "runnable" ? (["runsByItself"] as const) : []),
    ...(act === "outside" ? (["outsideWorkspace"] as const) : []),
    ...(notUndoable === true ? (["notUndoable"] as const) : []),
    ...(taint === undefined ? [] : (["tainted"] as const)),
    ...(findings.length > 0 ? (["sensitiveData"] as const) : []),
    ...(hasInvisible(asked) ? (["invisibleCharacters"] as const) : []),
  ];
}

/** Also in what is not shown: the difference of a large change has not all its lines. */
function hasInvisible({ command = "", detail, files = [] }: AskedAct): boolean {
  return (
    countInvisible(command + detail) > 0 ||
    files.some(({ before = "", after = "" }) => countInvisible(after) > countInvisible(before))
  );
}
