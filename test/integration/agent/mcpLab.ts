import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { root } from "../../../scripts/paths.ts";
import type { ToolsRequest } from "../../../src/agent/mcpClient/mcpTools.ts";
import { parseServers } from "../../../src/agent/mcpClient/serverConfig.ts";
import type { AgentTool } from "../../../src/agent/tools/base/agentTool.ts";
import { McpBook } from "../../../src/agentNode/mcpClient/mcpBook.ts";
import { McpClients, type McpClientsDeps } from "../../../src/agentNode/mcpClient/mcpClients.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";

const never = new AbortController().signal;

/** Approves every start, lets a model have every tool, and waits for the servers. */
export const approveAll: ToolsRequest = {
  signal: never,
  approveStart: () => Promise.resolve(true),
  review: (_server, changes) => Promise.resolve(changes.map(({ tool }) => tool.name)),
  waitMs: 20_000,
};

/** Windows with MCP servers, and the folders of both. */
export class McpLab {
  readonly home = mkdtempSync(join(tmpdir(), "ai-hub-mcp-"));
  readonly #clients: McpClients[] = [];

  folder(): string {
    return mkdtempSync(join(this.home, "server-"));
  }

  /** The configuration of a server that is a process. */
  stdio(folder: string, ...traits: readonly string[]): object {
    const program = join(root, "test/support/mcpServer.ts");
    return { command: process.execPath, args: [program, folder, ...traits] };
  }

  /** A window with these servers; all windows share one book. */
  window(servers: object, changes: Partial<McpClientsDeps> = {}): McpClients {
    const clients = new McpClients({
      servers: () => Promise.resolve(parseServers(servers).servers),
      folders: () => [this.home],
      home: homedir(),
      environment: process.env,
      book: new McpBook(join(this.home, "book.json")),
      readSecret: () => Promise.resolve(undefined),
      elicit: () => Promise.resolve(undefined),
      clock: systemClock,
      fetch: globalThis.fetch,
      version: "1.0.0",
      ...changes,
    });
    this.#clients.push(clients);
    return clients;
  }

  /** The lines that a server wrote about its calls. */
  calls(folder: string): readonly string[] {
    try {
      return readFileSync(join(folder, "calls.txt"), "utf8").trim().split("\n");
    } catch {
      return [];
    }
  }

  pid(folder: string, file = "pid.txt"): number {
    return Number(readFileSync(join(folder, file), "utf8"));
  }

  write(name: string, value: unknown): string {
    const file = join(this.home, name);
    writeFileSync(file, JSON.stringify(value));
    return file;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#clients.map(async (clients) => clients.close()));
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The result of a call by a run that has these tools. */
export async function callTool(
  tools: readonly AgentTool[],
  name: string,
  input: object = {},
): Promise<string> {
  const tool = tools.find(({ definition }) => definition.name === name);
  const prepared = await tool?.prepare(input, never);
  if (prepared?.kind !== "ready") {
    return prepared?.text ?? "no tool";
  }
  return (await prepared.run(never)).text;
}

/** Whether a process runs; one that nobody has waited for yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z /su.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // Gone.
    return false;
  }
}
