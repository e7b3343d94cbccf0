import type { ComponentChildren, JSX } from "preact";

import type { AssistantMessage, ToolCallPart, ToolCallState } from "../../shared/conversation.ts";
import { Disclosure } from "../kit/Disclosure.tsx";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en.ts";
import { VisibleCode } from "./VisibleCode.tsx";
import { VisibleText } from "./VisibleText.tsx";

export interface ToolCallProps {
  readonly message: AssistantMessage;
  readonly part: ToolCallPart;
}

export interface ToolLineProps {
  readonly state: ToolCallState;
  /** The icon of a call that runs or is done; the other states have icons of their own. */
  readonly icon?: IconName;
  readonly title: ComponentChildren;
  /** What became of the call, in a few words; an empty text leaves it out. */
  readonly note: ComponentChildren;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Buttons beside the line. */
  readonly aside?: ComponentChildren;
  /** What is below the line. */
  readonly children?: ComponentChildren;
}

/** One line of an answer about a call of a tool; a click opens its details. */
export function ToolLine(props: ToolLineProps): JSX.Element {
  const { state, icon, title, note, isOpen, onToggle, aside, children } = props;
  return (
    <div class="tool-call" data-tool-state={state}>
      <div class="tool-row">
        <Disclosure isOpen={isOpen} onToggle={onToggle}>
          <Icon name={iconOf(state, icon)} />
          <span class="tool-title">{title}</span>
          {note !== "" && <span class="tool-state">{note}</span>}
        </Disclosure>
        {aside}
      </div>
      {children}
    </div>
  );
}

function iconOf(state: ToolCallState, own: IconName | undefined): IconName {
  return state === "done" || state === "running" ? (own ?? icons[state]) : icons[state];
}

const icons: Readonly<Record<ToolCallState, IconName>> = {
  done: "check",
  waiting: "person",
  running: "tools",
  refused: "circle-slash",
  failed: "error",
  unknown: "question",
};

/** The arguments of a call, and the result that the model got. */
export function ToolDetails({ part }: { readonly part: ToolCallPart }): JSX.Element {
  const words = useWords();
  return (
    <dl class="tool-details">
      <dt>{words.toolArguments}</dt>
      <dd class="tool-text" tabIndex={0}>
        <VisibleText text={part.arguments} />
      </dd>
      {part.result !== undefined && (
        <>
          <dt>{words.toolResult}</dt>
          <dd class="tool-text" tabIndex={0}>
            <VisibleCode text={part.result} />
          </dd>
        </>
      )}
    </dl>
  );
}

/**
 * The state of a call that never ended in a finished answer: not done, or unknown if it was
 * running.
 */
export function shownState({ message, part: { state } }: ToolCallProps): ToolCallState {
  if (message.state === "streaming" || (state !== "waiting" && state !== "running")) {
    return state;
  }
  return state === "waiting" ? "refused" : "unknown";
}

export function stateSentence(words: Words, state: ToolCallState, hasCard: boolean): string {
  switch (state) {
    case "waiting":
      return hasCard ? words.toolWaiting : words.toolPreparing;
    case "running":
      return words.toolRunning;
    case "done":
      return words.toolDone;
    case "refused":
      return words.toolRefused;
    case "failed":
      return words.toolFailed;
    case "unknown":
      return words.toolUnknown;
    default:
      return state satisfies never;
  }
}
