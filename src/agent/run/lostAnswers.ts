import type { ModelAnswer } from "./modelAnswer.ts";
import type { Ending } from "./runEndings.ts";
import { cutAnswerNote, emptyAnswerNote, lostCallNote } from "./runPrompt.ts";

/** Consecutive lost answers before the run ends. */
const maxLost = 3;

/** Answers that were cut or empty, or whose calls the model server could not read. */
export class LostAnswers {
  #count = 0;

  /** Undefined for a complete answer. `note` is for the model. */
  judge({
    reason,
    calls,
    text,
  }: ModelAnswer): { readonly note: string; readonly ending: Ending | undefined } | undefined {
    if (reason === "length" || reason === "max_tokens") {
      return this.#lost(cutAnswerNote, "were cut at their length limit");
    }
    if (reason === "tool_calls" && calls.length === 0) {
      return this.#lost(lostCallNote, "had a tool call that could not be read");
    }
    if (calls.length === 0 && text.trim() === "" && reason !== "content_filter") {
      return this.#lost(emptyAnswerNote, "were empty");
    }
    this.#count = 0;
    return undefined;
  }

  #lost(
    note: string,
    what: string,
  ): { readonly note: string; readonly ending: Ending | undefined } {
    this.#count += 1;
    const isLast = this.#count >= maxLost;
    const reason = `${maxLost} answers ${what}.`;
    return { note, ending: isLast ? { outcome: "failed", reason } : undefined };
  }
}
