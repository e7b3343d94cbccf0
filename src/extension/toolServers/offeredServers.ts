import { parseServers, type ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import { parseJsonWithComments } from "../editor/jsonWithComments.ts";

/** Files of a workspace that name servers. */
const files = [".vscode/mcp.json", ".mcp.json"] as const;

/** A server that a file of the workspace names. It is nothing but an offer until the person takes it. */
export interface OfferedServer {
  readonly file: string;
  readonly config: ServerConfig;
}

/**
 * The servers that the workspace's files offer. In an untrusted workspace nothing is read. A name that the person uses
 * already is not offered.
 *
 * @param read the text of a file below the workspace's first folder; undefined if there is none
 */
export async function offeredServers(
  isTrusted: boolean,
  own: readonly ServerConfig[],
  read: (file: string) => Promise<string | undefined>,
): Promise<readonly OfferedServer[]> {
  if (!isTrusted) {
    return [];
  }
  const names = new Set(own.map(({ name }) => name));
  const offered: OfferedServer[] = [];
  for (const file of files) {
    const text = await read(file);
    for (const config of text === undefined ? [] : serversIn(text)) {
      if (!names.has(config.name)) {
        names.add(config.name);
        offered.push({ file, config });
      }
    }
  }
  return offered;
}

function serversIn(text: string): readonly ServerConfig[] {
  try {
    return parseServers(parseJsonWithComments(text)).servers;
  } catch {
    // A file that is being written, or a wrong one: it offers nothing.
    return [];
  }
}
