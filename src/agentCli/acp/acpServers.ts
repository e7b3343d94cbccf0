import { isDeepStrictEqual } from "node:util";

import type { McpServer } from "@agentclientprotocol/sdk";

import { parseServers, type ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import { identityOf, type LaunchPlace } from "../../agentNode/mcpClient/mcpLaunch.ts";

/**
 * The texts are literal: drops a server with a text in which we would replace `${…}`, because the editor cannot know
 * the result.
 */
export function serversConfig(servers: readonly McpServer[]): {
  readonly config: Readonly<Record<string, object>>;
  readonly left: readonly string[];
} {
  const config: Record<string, object> = {};
  const left: string[] = [];
  for (const server of servers) {
    const entry = entryOf(server);
    if (entry === undefined || JSON.stringify(entry).includes("${") || server.name in config) {
      left.push(server.name);
    } else {
      config[server.name] = entry;
    }
  }
  return { config, left };
}

/**
 * True for a server that the organisation has set: the same name with the same address, or with the same program,
 * arguments, variables and folder.
 */
export function isSetServer(config: ServerConfig, set: unknown, place: LaunchPlace): boolean {
  const facts = (server: ServerConfig): readonly unknown[] => [
    identityOf(server, place),
    ...(server.kind === "stdio" ? [server.env, server.folder] : []),
  ];
  const { servers } = parseServers(set);
  const identity = identityOf(config, place);
  const isFound = identity.kind !== "stdio" || identity.program !== "";
  return isFound && servers.some((server) => isDeepStrictEqual(facts(server), facts(config)));
}

function entryOf(server: McpServer): object | undefined {
  if (!("type" in server)) {
    const { command, args, env } = server;
    return { command, args, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) };
  }
  const { type, url, headers } = server;
  return type === "http"
    ? { url, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }
    : undefined;
}
