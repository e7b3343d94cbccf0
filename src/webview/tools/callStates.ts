import type { AssistantMessage, ToolCallPart, ToolCallState } from "../../shared/conversation.ts";
import type { IconName } from "../kit/Icon.tsx";
import type { Words } from "../words/en.ts";

export interface ToolCallProps {
  readonly message: AssistantMessage;
  readonly part: ToolCallPart;
}

/** The state of a call as people see it. `next`: it has not begun, and nobody is asked about it yet. */
export type ShownState = ToolCallState | "next";

interface StateLook {
  /** The state's own icon; absent where the line keeps the icon of its tool. */
  readonly icon?: IconName;
  readonly word: (words: Words) => string;
  /** How an agent's line says it: with the word, with the word for a screen reader only, or by its verb ("Edited"). */
  readonly told: "shown" | "readOut" | "byVerb";
}

/** What the line of a call shows, and what a screen reader reads out, by the state of the call. */
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
 * The state of a call for people. Only with a card it waits for them. In an answer that ended, a call that never began
 * was not done, and the outcome of one that was running is unknown.
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

/** The word that an agent's line shows; empty where the line says it in another way. */
export function stateNote(words: Words, state: ShownState): string {
  const { told, word } = callStates[state];
  return told === "shown" ? word(words) : "";
}
