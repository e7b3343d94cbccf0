import type { McpWindow, McpWindowDeps } from "./toolServers/mcpAccess.ts";
import { createMcpWindow } from "./toolServers/mcpWindow.ts";

/** Entry of the bundle with the client of MCP servers, which the Node host loads when there are any. */
export function createMcp(deps: McpWindowDeps): McpWindow {
  return createMcpWindow(deps);
}
