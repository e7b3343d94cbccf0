import { wireName } from "../../chat/toolMessages.ts";
import type { ChatRequestMessage } from "../../hub/chatTypes.ts";
import type { StepCall, StepResult } from "./callStep.ts";

/** The longest result that a model gets, in UTF-16 units. */
const maxResult = 64_000;

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

  /** An answer with its calls and their results; a `note` is a remark of ours behind a result. */
  appendStep(
    text: string,
    calls: readonly StepCall[],
    results: readonly (Pick<StepResult, "id" | "state" | "text"> & { readonly note?: string })[],
  ): void {
    const toolCalls = calls.map(({ id, call }) => ({
      id,
      name: wireName(call.name),
      arguments: call.arguments,
    }));
    this.append(
      { role: "assistant", content: text, toolCalls },
      ...results.map(({ id, state, text: result, note = "" }) => ({
        role: "tool" as const,
        callId: id,
        content: result.slice(0, maxResult) + note,
        ...(state !== "done" && { isError: true }),
      })),
    );
  }
}
