import { isServerToolName } from "../../../agent/mcpClient/toolNames.ts";
import { fetchPageTool } from "../../../agent/tools/web/fetchPage.ts";
import { Taint, type TaintCause } from "../../../agent/trust/taint.ts";
import type { ChatRequestMessage } from "../../../hub/wire/chatTypes.ts";

/** Taint of a conversation: each run reads the results of earlier runs again. */
export class ConversationTaint {
  readonly taint = new Taint();
  /** Calls that were judged already, so that a call the person accepted is not asked about again. */
  readonly #judged = new Set<string>();
  #hasBegun = false;

  /**
   * Starts a run. Unjudged results in the history come from before a reload or from another branch. `before` is the
   * last run's taint; it counts only for the first run of a window, before the person can have accepted anything.
   */
  beginRun(history: readonly ChatRequestMessage[], before?: TaintCause): void {
    this.taint.beginRun();
    if (before !== undefined && !this.#hasBegun) {
      this.taint.hold(before);
    }
    this.#hasBegun = true;
    const names = new Map<string, string>();
    for (const message of history) {
      if (message.role === "assistant") {
        message.toolCalls?.forEach(({ id, name }) => names.set(id, name));
      } else if (message.role === "tool" && !this.#judged.has(message.callId)) {
        this.#noteResult(names.get(message.callId), message.content);
        this.#judged.add(message.callId);
      }
    }
  }

  judged(callId: string): void {
    this.#judged.add(callId);
  }

  #noteResult(tool: string | undefined, text: string): void {
    if (tool !== undefined && isServerToolName(tool)) {
      this.taint.noteServerResult(tool);
    }
    if (tool === fetchPageTool) {
      this.taint.notePage(tool);
    }
    this.taint.noteText(text);
  }
}
