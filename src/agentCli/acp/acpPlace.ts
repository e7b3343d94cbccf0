import { homedir } from "node:os";
import { isAbsolute } from "node:path";

import { type McpServer, RequestError } from "@agentclientprotocol/sdk";

import type { Workspace } from "../../agent/tools/base/workspace.ts";
import { fixedSetting } from "../../shared/hubApi/machinePolicy.ts";
import { openMcp, parsedServers, serversOf } from "../run/mcpRun.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import { openWorkspace } from "../run/runPlace.ts";
import type { AcpMcpDeps } from "./acpMcp.ts";
import { isSetServer, serversConfig } from "./acpServers.ts";

export interface NewSession {
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly additionalDirectories?: readonly string[] | undefined;
}

const maxFolders = 32;

/** Throws a `RequestError` or a `UsageError`. */
export async function openSessionFolders({
  cwd,
  additionalDirectories: more = [],
}: NewSession): Promise<Workspace> {
  if (![cwd, ...more].every((folder) => isAbsolute(folder))) {
    throw RequestError.invalidParams(undefined, "Each folder is needed by its absolute path.");
  }
  if (more.length >= maxFolders) {
    throw RequestError.invalidParams(undefined, `More than ${maxFolders} folders.`);
  }
  return await openWorkspace(cwd, more);
}

export function sessionMcp(
  { mcpServers }: NewSession,
  { root, folders }: Workspace,
  { mcpFile, approvals: { words }, machine }: ProgramOptions,
): AcpMcpDeps["open"] {
  return (deps) => {
    const { config, left } = serversConfig(mcpServers);
    for (const name of left) {
      deps.tell(`MCP server left out: ${name.slice(0, 64)}`);
    }
    const file = serversOf(mcpFile, deps.tell);
    const roots = folders?.map((folder) => folder.root) ?? [root];
    const set = machine && fixedSetting(machine, "aiHub.mcp.servers");
    const place = { folder: roots[0], home: homedir(), environment: process.env };
    const brought = parsedServers(config, deps.tell).filter((server) => {
      const isKept = set === undefined || isSetServer(server, set, place);
      if (!isKept) {
        deps.tell(
          `MCP server left out, because your organisation has set the servers: ${server.name}`,
        );
      }
      return isKept;
    });
    const configs = [...file, ...brought];
    return openMcp(configs, roots, { ...deps, words, book: "acp" });
  };
}
