import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { AssistantMessage, ToolCallPart, ToolCallState } from "../../shared/conversation.ts";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import type { Words } from "../words/en.ts";
import { ApprovalCard } from "./ApprovalCard.tsx";
import { useTools } from "./toolsPage.ts";
import { VisibleText } from "./VisibleText.tsx";

export interface ToolCallProps {
  readonly message: AssistantMessage;
  readonly part: ToolCallPart;
}

/**
 * A tool call: a line that opens, and the card while a write waits. Restored calls are read-only.
 */
export function ToolCallView({ message, part }: ToolCallProps): JSX.Element {
  const { words, locale } = usePage();
  const tools = useTools();
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = message.state === "streaming";
  const approval =
    isRunning && part.state === "waiting" ? tools.approvalOf(part.callId) : undefined;
  const state = shownState(part.state, isRunning);
  const title = tools.state.value?.titles[part.name]?.[locale === "pt-br" ? "ptBr" : "en"];
  const sentence = stateSentence(words, state, approval !== undefined);
  return (
    <div class="tool-call" data-tool-state={state}>
      <button
        type="button"
        class="disclosure"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? "chevron-down" : "chevron-right"} />
        <Icon name={icons[state]} />
        <span class="tool-title">{title ?? <VisibleText text={part.name} />}</span>
        <span class="tool-state">{sentence}</span>
      </button>
      {state === "refused" && <AccessLink />}
      {isOpen && <Details part={part} />}
      {approval && <ApprovalCard key={approval.id} approval={approval} />}
    </div>
  );
}

/** The link that allows writes, shown while writes are off. */
function AccessLink(): JSX.Element | null {
  const { words } = usePage();
  const { state, choose } = useTools();
  return state.value?.access === "read" ? (
    <button type="button" class="link" onClick={() => choose()}>
      {words.toolAllow}
    </button>
  ) : null;
}

function Details({ part }: { readonly part: ToolCallPart }): JSX.Element {
  const { words } = usePage();
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
            <VisibleText text={part.result} />
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
function shownState(state: ToolCallState, isRunning: boolean): ToolCallState {
  if (isRunning || (state !== "waiting" && state !== "running")) {
    return state;
  }
  return state === "waiting" ? "refused" : "unknown";
}

const icons: Readonly<Record<ToolCallState, IconName>> = {
  waiting: "person",
  running: "tools",
  done: "check",
  refused: "circle-slash",
  failed: "error",
  unknown: "question",
};

function stateSentence(words: Words, state: ToolCallState, hasCard: boolean): string {
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
