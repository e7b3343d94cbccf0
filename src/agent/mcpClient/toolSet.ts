import { estimateTokens } from "../../shared/text/tokenEstimate.ts";
import type { AgentTool } from "../tools/base/agentTool.ts";
import { type AllowsTool, policyPin } from "../trust/policyPin.ts";
import { definitionOf, mcpTool, type ToolCaller } from "./mcpTool.ts";
import type { ToolState } from "./mcpTools.ts";
import { toolNames } from "./toolNames.ts";
import { changesOf, type PinnedTool, type SeenTools } from "./toolPins.ts";

export interface ListedServer {
  readonly name: string;
  readonly tools: readonly PinnedTool[];
  readonly seen: SeenTools;
  readonly off: ReadonlySet<string>;
  readonly caller: ToolCaller;
}

export interface ServerTools {
  readonly server: string;
  readonly states: readonly ToolState[];
  readonly offered: readonly AgentTool[];
}

const maxTools = 64;

export function toolsOf(
  servers: readonly ListedServer[],
  taken: ReadonlySet<string>,
  allowsTool: AllowsTool = () => true,
): readonly ServerTools[] {
  const owners = servers.flatMap(({ name, tools }) =>
    tools.map(({ tool }) => ({ server: name, tool: tool.name })),
  );
  const names = toolNames(owners, taken);
  let [at, room] = [0, maxTools];
  return servers.map((server) => {
    const changes = new Map(
      changesOf(server.tools, server.seen).map((change) => [change.tool.name, change]),
    );
    const offered: AgentTool[] = [];
    const states = server.tools.map((pinned): ToolState => {
      const name = names[at] ?? "";
      at += 1;
      const tokens = estimateTokens(JSON.stringify(definitionOf(name, pinned)));
      const policy = policyPin(server.name, pinned);
      const shared = { name: pinned.tool.name, wireName: name, tokens, policyPin: policy };
      const change = changes.get(pinned.tool.name);
      if (server.off.has(pinned.tool.name)) {
        return { ...shared, state: "off" };
      }
      if (!allowsTool(server.name, pinned)) {
        return { ...shared, state: "notPinned" };
      }
      if (change) {
        return { ...shared, state: "withheld", change };
      }
      if (room === 0) {
        return { ...shared, state: "tooMany" };
      }
      room -= 1;
      offered.push(mcpTool({ server: server.name, name, pinned, caller: server.caller }));
      return { ...shared, state: "offered" };
    });
    return { server: server.name, states, offered };
  });
}
