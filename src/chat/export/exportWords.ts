import type { AnswerState } from "../../shared/conversation/conversation.ts";
import type { AlertKind } from "../../shared/text/alertKinds.ts";

export interface ExportWords {
  /** BCP 47 tag for the document and its dates. */
  readonly locale: string;
  readonly you: string;
  readonly attached: string;
  readonly reasoning: string;
  readonly toolCall: string;
  readonly alerts: Readonly<Record<AlertKind, string>>;
  readonly states: Readonly<Record<Exclude<AnswerState, "complete">, string>>;
}

export const englishExportWords: ExportWords = {
  locale: "en",
  you: "You",
  attached: "Attached",
  reasoning: "Reasoning",
  toolCall: "Tool",
  alerts: {
    note: "Note",
    tip: "Tip",
    important: "Important",
    warning: "Warning",
    caution: "Caution",
  },
  states: {
    streaming: "unfinished",
    incomplete: "incomplete",
    stopped: "stopped",
    failed: "failed",
  },
};
