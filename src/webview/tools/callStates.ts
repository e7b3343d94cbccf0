import type {
  AssistantMessage,
  ToolCallPart,
  ToolCallState,
} from "../../shared/conversation/conversation.ts";
import type { IconName } from "../kit/Icon.tsx";
import type { Words } from "../words/en/en.ts";

export interface ToolCallProps {
  readonly message: AssistantMessage;
  readonly part: ToolCallPart;
}

/** `next`: not begun; the person is not asked yet. */
export type ShownState = ToolCallState | "next";

interface StateLook {
  /** The icon; absent: the line keeps its tool's icon. */
  readonly icon?: IconName;
  readonly word: (words: Words) => string;
  readonly told: "shown" | "readOut" | "byVerb";
}

export const callStates: Readonly<Record<ShownState, StateLook>> = {
  next: { icon: "ellipsis", word: (words) => words.toolNext, told: "shown" },
  waiting: { icon: "person", word: (words) => words.toolWaiting, told: "shown" },
  running: { word: (words) => words.toolRunning, told: "readOut" },
  done: { word: (words) => words.toolDone, told: "byVerb" },
  refused: { icon: "circle-slash", word: (words) => words.toolRefused, told: "shown" },
  failed: { icon: "error", word: (words) => words.toolFailed, told: "shown" },
  unknown: { icon: "question", word: (words) => words.toolUnknown, told: "shown" },
};

/**
 * A call waits for people only with a card. In an ended answer, a call that never began was not done, and a running
 * call's outcome is unknown.
 */
export function shownState({ message, part }: ToolCallProps, hasCard: boolean): ShownState {
  const { state } = part;
  if (state !== "waiting" && state !== "running") {
    return state;
  }
  if (message.state !== "streaming") {
    return state === "waiting" ? "refused" : "unknown";
  }
  if (hasCard) {
    return "waiting";
  }
  return state === "waiting" ? "next" : state;
}

export function stateNote(words: Words, state: ShownState): string {
  const { told, word } = callStates[state];
  return told === "shown" ? word(words) : "";
}
