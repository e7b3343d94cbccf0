import type { AnswerState } from "../../shared/conversation.ts";

/** What an exported conversation says besides its own text, in the language of the person. */
export interface ExportWords {
  /** BCP 47 tag, for the document and its dates. */
  readonly locale: string;
  readonly you: string;
  readonly attached: string;
  readonly reasoning: string;
  readonly toolCall: string;
  /** What is added to the name of an answer that did not end well. */
  readonly states: Readonly<Record<Exclude<AnswerState, "complete">, string>>;
}

/** For readers that are no people: a model reads a conversation the same way everywhere. */
export const englishExportWords: ExportWords = {
  locale: "en",
  you: "You",
  attached: "Attached",
  reasoning: "Reasoning",
  toolCall: "Tool",
  states: {
    streaming: "unfinished",
    incomplete: "incomplete",
    stopped: "stopped",
    failed: "failed",
  },
};
