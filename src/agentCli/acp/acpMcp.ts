import type { SessionUpdate } from "@agentclientprotocol/sdk";

import type { RunStanding } from "../../agent/run/cards/runTrust.ts";
import { withinPolicy } from "../../agent/trust/policyLimits.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";
import { approves } from "../run/approvalWords.ts";
import type { McpRun, McpRunDeps } from "../run/mcpRun.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import type { AcpPerson } from "./acpPerson.ts";
import { chunkUpdate } from "./acpUpdates.ts";

export interface AcpMcpDeps {
  readonly open: (
    deps: Pick<McpRunDeps, "approve" | "allowsServer" | "allowsTool" | "elicit" | "tell">,
  ) => McpRun;
  readonly person: AcpPerson;
  readonly words: ProgramOptions["approvals"]["words"];
  readonly tell: (update: SessionUpdate) => void;
}

export class AcpMcp {
  readonly #deps: AcpMcpDeps;
  #run: McpRun | undefined;
  #allowed: Pick<McpRunDeps, "allowsServer" | "allowsTool"> = {
    allowsServer: () => false,
    allowsTool: () => false,
  };

  constructor(deps: AcpMcpDeps) {
    this.#deps = deps;
  }

  /** A plan gets no tools of MCP servers, because their effects are unknown. */
  async tools(
    policy: AgentPolicy,
    { mode }: Pick<RunStanding, "mode">,
    signal: AbortSignal,
  ): ReturnType<McpRun["tools"]> {
    if (mode !== "agent") {
      return [];
    }
    this.#allowed = withinPolicy({ level: "ask", maxCost: undefined }, policy);
    this.#run ??= this.#open();
    return await this.#run.tools(signal);
  }

  async close(): Promise<void> {
    await this.#run?.close();
  }

  #open(): McpRun {
    const { open, person, words, tell } = this.#deps;
    return open({
      allowsServer: (server) => this.#allowed.allowsServer(server),
      allowsTool: (server, tool) => this.#allowed.allowsTool(server, tool),
      elicit: person.elicit,
      tell: (line) => tell(chunkUpdate("agent_thought_chunk", `${line}\n`)),
      approve: async (asked, aborted) =>
        approves(words, asked)
          ? "approved"
          : await person.approveOne(asked, aborted, {
              id: `server_${crypto.randomUUID()}`,
              tool: "",
            }),
    });
  }
}
