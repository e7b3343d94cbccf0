import type { JSX } from "preact";
import { useId } from "preact/hooks";

import type { AssistantMessage as Message } from "../../../shared/conversation/conversation.ts";
import { NextModePart, UncheckedPart } from "../../agent/agentParts.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { newNotices, repeatedAlerts } from "../../turns/alerts.ts";
import { AnswerFooter } from "../../turns/AnswerFooter.tsx";
import { AnswerEnd } from "./AnswerEnd.tsx";
import { AnswerParts } from "./AnswerParts.tsx";
import { AnswerProgress } from "./AnswerProgress.tsx";
import { FailureNotice } from "./FailureNotice.tsx";

export function AssistantMessage({ message }: { readonly message: Message }): JSX.Element {
  const words = useWords();
  const { state } = usePage();
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
      <AnswerParts message={message} />
      {isStreaming && <AnswerProgress message={message} />}
      {notices.map((notice, index) => (
        <FailureNotice key={index} failure={notice} isQuiet />
      ))}
      <UncheckedPart message={message} />
      <AnswerEnd message={message} />
      <NextModePart message={message} />
      {!isStreaming && <AnswerFooter message={message} alerts={repeatedAlerts(message, notices)} />}
    </article>
  );
}
