import type { ToolCall } from "../../../hub/wire/chatTypes.ts";
import { orAborted } from "../../../shared/base/waiting.ts";
import type { AskWithin, PlannedAct } from "../../tools/base/agentTool.ts";
import type { Taint } from "../../trust/taint.ts";
import type { AgentEvent, AskedAct, AskPerson } from "./agentEvents.ts";
import { cardKind } from "./cardKind.ts";
import type { RunTrust } from "./runTrust.ts";

export interface WithCardsDeps {
  readonly id: string;
  readonly call: ToolCall;
  readonly approve: AskPerson;
  readonly trust: RunTrust;
  readonly taint: Taint;
  readonly signal: AbortSignal;
}

export async function* withCards<T>(
  run: (ask: AskWithin) => Promise<T>,
  deps: WithCardsDeps,
): AsyncGenerator<AgentEvent, T> {
  const queue = new CardQueue();
  const ended = run((planned) =>
    askPerson(planned, deps, (asked) => {
      queue.push({ type: "card", id: deps.id, card: cardKind(asked.act), planned: asked });
    }),
  ).finally(() => queue.close());
  // A reader that leaves early does not get the outcome.
  ended.catch(() => undefined);
  yield* queue.all();
  return await ended;
}

async function askPerson(
  planned: PlannedAct,
  { id, call, approve, trust, taint, signal }: WithCardsDeps,
  show: (asked: AskedAct) => void,
): ReturnType<AskWithin> {
  const judged = trust.judge(planned, call);
  if (judged.answer !== "card") {
    return judged.answer === "run" ? "approved" : "rejected";
  }
  show(judged.asked);
  const approval = await orAborted(approve(judged.asked, signal, id), signal);
  if (approval === "nobody") {
    return approval;
  }
  // The mode may have changed meanwhile.
  const isRefused = typeof approval !== "string" || approval === "rejected";
  if (isRefused || trust.judge(planned, call).answer === "refused") {
    return "rejected";
  }
  if (approval === "approvedForRun") {
    trust.approveForRun(planned);
  } else if (approval === "approvedAsBefore") {
    taint.goOnAsBefore();
  }
  return "approved";
}

class CardQueue {
  readonly #events: AgentEvent[] = [];
  #isClosed = false;
  #wake: (() => void) | undefined;

  push(event: AgentEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *all(): AsyncGenerator<AgentEvent, void> {
    for (;;) {
      yield* this.#events.splice(0);
      if (this.#events.length > 0) {
        continue;
      }
      if (this.#isClosed) {
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
