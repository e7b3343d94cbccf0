import { isServerToolName } from "../../../agent/mcpClient/toolNames.ts";
import { Taint, type TaintCause } from "../../../agent/trust/taint.ts";
import type { ChatRequestMessage } from "../../../hub/wire/chatTypes.ts";

/** The taint of a conversation: each of its runs reads the results of those before it again. */
export class ConversationTaint {
  readonly taint = new Taint();
  /** Calls whose results were judged, so that what the person accepted does not taint again. */
  readonly #judged = new Set<string>();
  #hasBegun = false;

  /**
   * A run begins. Results of earlier runs that were not seen come from before a reload, or from another branch. `before`
   * is what the last run was tainted with; it counts for the first run of a window, whose person has accepted nothing yet.
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

  /** The run judges the result of this call itself. */
  judged(callId: string): void {
    this.#judged.add(callId);
  }

  #noteResult(tool: string | undefined, text: string): void {
    if (tool !== undefined && isServerToolName(tool)) {
      this.taint.noteServerResult(tool);
    }
    this.taint.noteText(text);
  }
}
