import type { JSX } from "preact";
import { useId } from "preact/hooks";

import type { AssistantMessage as Message, ToolCallPart } from "../../shared/conversation.ts";
import { PlanPart, ToolCalls } from "../agent/agentParts.tsx";
import { MarkdownText } from "../page/MarkdownText.tsx";
import { usePage } from "../page/page.ts";
import { newNotices, repeatedAlerts } from "../turns/alerts.ts";
import { AnswerFooter } from "../turns/AnswerFooter.tsx";
import { AnswerEnd } from "./AnswerEnd.tsx";
import { AnswerProgress } from "./AnswerProgress.tsx";
import { FailureNotice } from "./FailureNotice.tsx";
import { Reasoning } from "./Reasoning.tsx";

export function AssistantMessage({ message }: { readonly message: Message }): JSX.Element {
  const { words, state } = usePage();
  const nameId = useId();
  const model = message.answeredBy ?? message.model;
  const notices = newNotices(message, state.before(message.id));
  const isStreaming = message.state === "streaming";
  const kind = message.failure?.kind;
  return (
    <article
      class="message assistant"
      aria-labelledby={nameId}
      aria-busy={isStreaming}
      data-message-id={message.id}
      data-state={message.state}
      {...(kind !== undefined && { "data-kind": kind })}
    >
      <h2
        class="author"
        id={nameId}
        title={model === message.model ? undefined : words.askedFor(state.modelName(message.model))}
      >
        {state.modelName(model)}
      </h2>
      {message.parts.map((part, index) => {
        const isLive = isStreaming && index === message.parts.length - 1;
        if (part.kind === "toolCall") {
          return message.parts[index - 1]?.kind === "toolCall" ? null : (
            <ToolCalls
              key={part.callId}
              message={message}
              calls={callsFrom(message.parts, index)}
            />
          );
        }
        const Part = part.kind === "reasoning" ? Reasoning : MarkdownText;
        return <Part key={`${index}-${part.kind}`} {...{ message, index, isLive }} />;
      })}
      {isStreaming && <AnswerProgress message={message} />}
      {notices.map((notice, index) => (
        <FailureNotice key={index} failure={notice} isQuiet />
      ))}
      <AnswerEnd message={message} />
      <PlanPart message={message} />
      {!isStreaming && <AnswerFooter message={message} alerts={repeatedAlerts(message, notices)} />}
    </article>
  );
}

/** The calls from this part on that follow each other. */
function callsFrom(parts: Message["parts"], start: number): readonly ToolCallPart[] {
  const calls: ToolCallPart[] = [];
  for (const part of parts.slice(start)) {
    if (part.kind !== "toolCall") {
      break;
    }
    calls.push(part);
  }
  return calls;
}
