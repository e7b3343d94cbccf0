import type { ServerState } from "../agent/mcpClient/mcpTools.ts";
import type { ServerDecisions } from "./mcpBook.ts";
import type { McpServer } from "./mcpServer.ts";

/** A server that can start as it is configured, with what the person decided about it. */
export interface KnownServer {
  readonly server: McpServer;
  decisions: ServerDecisions;
}

/** Whether the person approved the start as it is configured now. */
export function isApproved({ server: { launch }, decisions: { start } }: KnownServer): boolean {
  return start === launch.hash;
}

/** A server of the configuration for people; one that is not known cannot start, which `problem` explains. */
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
