import type { LoadAgent } from "./agent/runs/agentRuns.ts";
import type { CodeIndexPlatform } from "./codeIndex/indexHost.ts";
import type { CompletionPart } from "./completion/completionAccess.ts";
import type { LoadSeller } from "./seller/laterSeller.ts";
import type { LoadMcp } from "./toolServers/mcpAccess.ts";
import type { Platform } from "./view/platform.ts";

/** The abilities that the extension needs from its machine. */
export interface HostPlatform extends Platform {
  /** Loads the code of the agent's runs. */
  readonly loadAgent: LoadAgent;
  readonly codeIndex: CodeIndexPlatform;
  /** The code of the completion. */
  readonly completion: CompletionPart;
  /** Loads the client of MCP servers; absent where none can be reached. */
  readonly loadMcp?: LoadMcp;
  /** Loads the code of the seller portal; absent without a disk for its journal of writes. */
  readonly loadSeller?: LoadSeller;
}
