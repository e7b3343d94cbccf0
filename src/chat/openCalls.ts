import type { ToolCallState } from "../shared/conversation/conversation.ts";
import type { ToolEvent } from "./toolEvents.ts";

type Moved = Extract<ToolEvent, { kind: "toolCallMoved" }>;

export class OpenCalls {
  readonly #open = new Map<string, { readonly isWrite: boolean; readonly state: ToolCallState }>();

  hear(event: ToolEvent): void {
    if (event.kind === "toolCallStarted") {
      const { callId, state } = event.part;
      this.#open.set(callId, { isWrite: event.isWrite, state });
      return;
    }
    const call = this.#open.get(event.callId);
    if (call && (event.state === "waiting" || event.state === "running")) {
      this.#open.set(event.callId, { ...call, state: event.state });
    } else {
      this.#open.delete(event.callId);
    }
  }

  /** Ends open calls. A write that was being sent becomes `unknown`: it may have taken effect. */
  settle(): readonly Moved[] {
    const ends = [...this.#open].map(([callId, { isWrite, state }]): Moved => {
      const isSent = isWrite && state === "running";
      return {
        kind: "toolCallMoved",
        callId,
        state: isSent ? "unknown" : "refused",
        result: isSent
          ? "Stopped while it was being sent. Whether it took effect is not known; check before proposing it again."
          : "Not done: the answer was stopped before.",
      };
    });
    this.#open.clear();
    return ends;
  }
}
