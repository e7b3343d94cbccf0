import { wireName } from "../../chat/toolMessages.ts";
import type { ChatRequestMessage } from "../../hub/chatTypes.ts";
import type { StepCall, StepResult } from "./callStep.ts";

/** The longest result that a model gets, in UTF-16 units. */
const maxResult = 64_000;

const interrupted = {
  state: "failed",
  text: "Interrupted. Whether it took effect is not known; look before you do it again.",
  note: "",
};

/**
 * The messages of a run. They are only appended, so that a request begins with the whole request before it; results
 * are shortened when they are added, never later.
 */
export class RunMessages {
  #all: readonly ChatRequestMessage[];

  constructor(first: readonly ChatRequestMessage[]) {
    this.#all = first;
  }

  get all(): readonly ChatRequestMessage[] {
    return this.#all;
  }

  append(...messages: readonly ChatRequestMessage[]): void {
    this.#all = [...this.#all, ...messages];
  }

  /** An answer without calls; an empty one is left out, because no service takes it back. */
  appendAnswer(text: string): void {
    if (text !== "") {
      this.append({ role: "assistant", content: text });
    }
  }

  /** An answer with its calls and their results; a `note` is a remark of ours behind a result, and a call without a
   * result was interrupted. */
  appendStep(
    text: string,
    calls: readonly StepCall[],
    results: readonly (Pick<StepResult, "id" | "state" | "text"> & { readonly note?: string })[],
  ): void {
    const byId = new Map(results.map((result) => [result.id, result]));
    const toolCalls = calls.map(({ id, call }) => ({
      id,
      name: wireName(call.name),
      arguments: call.arguments,
    }));
    this.append(
      { role: "assistant", content: text, toolCalls },
      ...calls.map(({ id }) => {
        const { state, text: result, note = "" } = byId.get(id) ?? interrupted;
        const content = result.slice(0, maxResult) + note;
        const isError = state !== "done";
        return { role: "tool" as const, callId: id, content, ...(isError && { isError }) };
      }),
    );
  }
}
