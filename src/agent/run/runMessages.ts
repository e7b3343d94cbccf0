import { calledMessage } from "../../chat/tools/toolLoop.ts";
import type { ChatRequestMessage } from "../../hub/wire/chatTypes.ts";
import type { StepCall, StepResult } from "./callStep.ts";

/** The longest result for a model, in UTF-16 units. */
const maxResult = 64_000;

const interrupted: Pick<StepResult, "state" | "text"> = {
  state: "failed",
  text: "Interrupted. Whether it took effect is not known; look before you do it again.",
};

/** The messages of a run, only appended, so that each request begins with the whole previous one. */
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

  appendAnswer(text: string): void {
    if (text !== "") {
      this.append({ role: "assistant", content: text });
    }
  }

  replace(messages: readonly ChatRequestMessage[]): void {
    this.#all = messages;
  }

  /** A call without a result was interrupted; `notes` are our remarks after results, by call id. */
  appendStep(
    text: string,
    calls: readonly StepCall[],
    results: readonly Pick<StepResult, "id" | "state" | "text">[],
    notes: ReadonlyMap<string, string>,
  ): void {
    const byId = new Map(results.map((result) => [result.id, result]));
    this.append(
      calledMessage(text, calls),
      ...calls.map(({ id }) => {
        const { state, text: result } = byId.get(id) ?? interrupted;
        const note = notes.get(id);
        const content = result.slice(0, maxResult) + (note === undefined ? "" : `\n\n${note}`);
        const isError = state !== "done";
        return { role: "tool" as const, callId: id, content, ...(isError && { isError }) };
      }),
    );
  }
}
