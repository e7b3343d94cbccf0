import type { ServerState } from "../../agent/mcpClient/mcpTools.ts";
import type { ServerDecisions } from "./mcpBook.ts";
import type { McpServer } from "./mcpServer.ts";

export interface KnownServer {
  readonly server: McpServer;
  decisions: ServerDecisions;
}

export function isApproved({ server: { launch }, decisions: { start } }: KnownServer): boolean {
  return start === launch.hash;
}

/** The state of a server; an unknown server cannot start, for the reason `problem`. */
export function stateOf(
  name: string,
  {
    known,
    problem,
    tools,
  }: {
    readonly known: KnownServer | undefined;
    readonly problem: string | undefined;
    readonly tools: ServerState["tools"];
  },
): ServerState {
  if (!known) {
    return { name, state: "failed", tools: [], ...(problem !== undefined && { problem }) };
  }
  const { state, problem: failure } = known.server;
  return {
    name,
    state: isApproved(known) ? state : "waiting",
    tools,
    ...(failure !== undefined && { problem: failure }),
  };
}
