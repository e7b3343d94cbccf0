import { parseServers, type ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import { parseJsonWithComments } from "../editor/jsonWithComments.ts";

const files = [".vscode/mcp.json", ".mcp.json"] as const;

/** Only an offer until the person adds it. */
export interface OfferedServer {
  readonly file: string;
  readonly config: ServerConfig;
}

/**
 * Servers that the workspace's files offer, without names in use. Reads nothing in an untrusted workspace.
 *
 * @param read the text of a file below the first workspace folder; undefined if missing
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
    // Incomplete or invalid: offers nothing.
    return [];
  }
}
