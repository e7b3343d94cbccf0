import type { LoadAgent } from "./agent/runs/agentRuns.ts";
import type { CodeIndexPlatform } from "./codeIndex/indexHost.ts";
import type { CompletionPart } from "./completion/completionAccess.ts";
import type { LoadReview } from "./review/reviewPart.ts";
import type { LoadSeller } from "./seller/laterSeller.ts";
import type { LoadMcp } from "./toolServers/mcpAccess.ts";
import type { Platform } from "./view/platform.ts";

export interface HostPlatform extends Platform {
  readonly loadAgent: LoadAgent;
  readonly codeIndex: CodeIndexPlatform;
  readonly completion: CompletionPart;
  readonly loadMcp?: LoadMcp;
  readonly loadSeller?: LoadSeller;
  /** Absent in a browser, which has no Git. */
  readonly loadReview?: LoadReview;
}
