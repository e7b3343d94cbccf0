import type { ToolCallState } from "../../shared/conversation.ts";
import type { AgentWords } from "../words/agentEn.ts";

/** What became of a call; nothing to say of one that was done or runs. */
export function actNote(words: AgentWords, state: ToolCallState): string {
  switch (state) {
    case "waiting":
      return words.actWaits;
    case "refused":
      return words.actSkipped;
    case "failed":
      return words.actFailed;
    case "unknown":
      return words.actUnknown;
    case "running":
    case "done":
      return "";
    default:
      return state satisfies never;
  }
}
