import type { McpServer } from "@agentclientprotocol/sdk";

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
