import { commandDangers } from "../../../agent/command/commandDangers.ts";
import type { AskedAct } from "../../../agent/run/cards/agentEvents.ts";
import { cardKind } from "../../../agent/run/cards/cardKind.ts";
import { cardWarnings } from "../../../agent/run/cards/cardWarnings.ts";
import { offeredRules } from "../../../agent/run/cards/offeredRules.ts";
import type { CardHead } from "../../../chat/tools/pendingDecisions.ts";
import type { AgentCard } from "../../../shared/calls/agentCalls.ts";

/** The card of an act: byte for byte what the person approves. */
export function runCard(head: CardHead, callId: string, asked: AskedAct): AgentCard {
  const { act, paths, detail, parts, command, mcp, purpose } = asked;
  return {
    ...head,
    callId,
    kind: cardKind(act),
    paths: mcp ? mcpPaths(mcp) : paths.map((path) => withLink(path, asked)),
    detail: command === undefined && !parts ? detail : "",
    ...(makesFile(asked) && { isNew: true }),
    ...(parts && { parts: parts.map((part) => ({ paths: [...part.paths], detail: part.detail })) }),
    ...(command !== undefined && { command }),
    ...(command !== undefined && { dangers: [...commandDangers(command, asked.folder)] }),
    ...(purpose !== undefined && { purpose }),
    ...placeOf(asked),
    ...(mcp?.newTools && { isToolReview: true }),
    warnings: [...cardWarnings(asked)],
    rules: offeredRules(asked).map(({ shown }) => shown),
  };
}

function makesFile({ files = [] }: AskedAct): boolean {
  return files.length > 0 && files.every(({ before }) => before === undefined);
}

function placeOf(
  asked: AskedAct,
): Pick<AgentCard, "folder" | "variables" | "isSandboxed" | "outsideReason"> {
  const { folder, variables, isSandboxed, leavesSandbox } = asked;
  return {
    ...(folder !== undefined && { folder: withLink(folder, asked) }),
    ...(variables && { variables: [...variables] }),
    ...(isSandboxed !== undefined && { isSandboxed }),
    ...(leavesSandbox && { outsideReason: leavesSandbox.reason }),
  };
}

function mcpPaths({ server, tool, newTools }: NonNullable<AskedAct["mcp"]>): string[] {
  const tools = newTools ?? (tool === undefined ? [] : [tool]);
  return tools.length === 0 ? [server] : tools.map((name) => `${server}: ${name}`);
}

/** Adds a link's target to its name: `notes.md → docs/notes.md`. */
function withLink(path: string, { links = [] }: AskedAct): string {
  const names = links.filter(({ target }) => target === path).map(({ named }) => named);
  return names.length === 0 ? path : `${names.join(", ")} → ${path}`;
}
