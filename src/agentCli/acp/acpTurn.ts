import type { PromptResponse, SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";

import type { AgentEvent, PassedEvent, RunEnd } from "../../agent/run/cards/agentEvents.ts";
import type { CapPause } from "../../agent/run/runCap.ts";
import type { PlannedAct } from "../../agent/tools/base/agentTool.ts";
import { HubError } from "../../hub/errors/hubError.ts";
import type { Usage } from "../../shared/conversation/conversation.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { dataNotices, eventText } from "../run/terminal.ts";
import { endNotice, endResponse } from "./acpEnd.ts";
import {
  callUpdate,
  chunkUpdate,
  plannedContent,
  planTool,
  planUpdate,
  resultUpdate,
  textContent,
} from "./acpUpdates.ts";

export interface AcpTurnDeps {
  readonly tell: (update: SessionUpdate) => void;
  readonly absolute: (path: string) => string;
  /** Undefined if the hub does not list it. */
  readonly model: HubModel | undefined;
}

export class AcpTurn {
  readonly #deps: AcpTurnDeps;
  readonly #tools = new Map<string, string>();
  readonly #shown = new Map<string, readonly ToolCallContent[]>();
  readonly #open = new Set<string>();
  #messageId = crypto.randomUUID();
  #checkpoint: string | undefined;
  #before: Usage = {};
  #total: Usage = {};
  readonly #tellData = dataNotices((line) => this.#chunk("agent_thought_chunk", `${line}\n`));

  constructor(deps: AcpTurnDeps) {
    this.#deps = deps;
  }

  toolOf(callId: string): string {
    return this.#tools.get(callId) ?? "";
  }

  pass(event: PassedEvent): void {
    switch (event.kind) {
      case "responseStarted":
        this.#messageId = crypto.randomUUID();
        this.#before = this.#total;
        return;
      case "textDelta":
        this.#chunk("agent_message_chunk", event.text);
        return;
      case "reasoningDelta":
        this.#chunk("agent_thought_chunk", event.text);
        return;
      case "usage":
        this.#total = event;
        this.#tellUsage();
        return;
      case "notice":
        this.#tellData(event);
        return;
      default:
    }
  }

  show(event: Exclude<AgentEvent, { readonly type: "end" }>): void {
    switch (event.type) {
      case "call": {
        const { id, tool, args } = event;
        this.#tools.set(id, tool);
        if (tool !== planTool) {
          this.#open.add(id);
          this.#deps.tell(callUpdate(event, this.#deps.absolute));
          return;
        }
        const plan = planUpdate(args);
        if (plan) {
          this.#deps.tell(plan);
        }
        return;
      }
      case "result":
        if (this.#open.delete(event.id)) {
          this.#deps.tell(resultUpdate(event, this.#shown.get(event.id) ?? []));
          this.#shown.delete(event.id);
        }
        return;
      case "checkpoint":
        this.#checkpoint = event.id;
        return;
      case "tainted":
      case "compacted":
        this.#chunk("agent_thought_chunk", `${eventText(event) ?? ""}\n`);
        return;
      default:
    }
  }

  starting(toolCallId: string, planned: PlannedAct): void {
    if (!this.#open.has(toolCallId)) {
      return;
    }
    const { title, content, locations } = plannedContent(planned);
    this.#shown.set(
      toolCallId,
      content.filter(({ type }) => type === "diff"),
    );
    const more = planned.act === "read" ? {} : { title, content };
    const place = locations.length === 0 ? {} : { locations };
    const status = "in_progress" as const;
    this.#deps.tell({ sessionUpdate: "tool_call_update", toolCallId, status, ...more, ...place });
  }

  /** Throws the failure of a run that cannot continue. */
  ended(end: RunEnd, cap: CapPause | undefined): PromptResponse {
    this.#endCalls();
    if (end.failure && end.pause === undefined) {
      throw new HubError(end.failure);
    }
    const notice = endNotice(end, cap);
    if (notice !== undefined) {
      this.#deps.tell(chunkUpdate("agent_message_chunk", `\n\n${notice}`));
    }
    const checkpoint = this.#checkpoint;
    return endResponse(end, {
      ...(checkpoint !== undefined && { checkpoint }),
      ...(cap && { cap }),
    });
  }

  #endCalls(): void {
    for (const toolCallId of this.#open) {
      const content = [textContent("Stopped. It may have been done.")];
      const status = "failed" as const;
      this.#deps.tell({ sessionUpdate: "tool_call_update", toolCallId, status, content });
    }
    this.#open.clear();
  }

  #chunk(kind: "agent_message_chunk" | "agent_thought_chunk", text: string): void {
    this.#deps.tell(chunkUpdate(kind, text, this.#messageId));
  }

  #tellUsage(): void {
    const { contextLength: size, pricing } = this.#deps.model ?? {};
    if (size === undefined) {
      return;
    }
    const used = Math.max(0, tokensOf(this.#total) - tokensOf(this.#before));
    const { cost } = this.#total;
    const currency = pricing?.currency;
    const spent =
      cost !== undefined && currency !== undefined
        ? { cost: { amount: Number(cost), currency } }
        : {};
    this.#deps.tell({ sessionUpdate: "usage_update", used, size, ...spent });
  }
}

function tokensOf({ inputTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens + outputTokens;
}
