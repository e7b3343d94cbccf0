import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import type {
  AssistantMessage as Message,
  ToolCallPart,
} from "../../../shared/conversation/conversation.ts";
import { ToolCalls } from "../../agent/agentParts.tsx";
import { MarkdownText } from "../../page/parts/MarkdownText.tsx";
import { answerBlocks } from "./answerBlocks.ts";
import { Reasoning } from "./Reasoning.tsx";

interface BlockProps {
  readonly message: Message;
  readonly start: number;
  readonly end: number;
  readonly lastPlan: string | undefined;
}

/**
 * A full block is redrawn only if a part of it changes, and not laid out while invisible: long answers cost as much as
 * their last block.
 */
export function AnswerParts({ message }: { readonly message: Message }): JSX.Element {
  const { parts } = message;
  const lastPlan = parts.findLast(
    (part): part is ToolCallPart => part.kind === "toolCall" && part.name === "update_plan",
  )?.callId;
  const starts = answerBlocks(parts);
  return (
    <>
      {starts.map((start, index) => {
        const end = starts[index + 1] ?? parts.length;
        return <Block key={start} {...{ message, start, end, lastPlan }} />;
      })}
    </>
  );
}

function Block({ message, start, end, lastPlan }: BlockProps): JSX.Element {
  const isLast = end === message.parts.length;
  const parts = message.parts.slice(start, end);
  const drawn = useMemo(
    () =>
      parts.map((_, place) => <Part key={start + place} message={message} index={start + place} />),
    [message.id, message.state, lastPlan, isLast, ...parts],
  );
  return <div class={isLast ? "answer-block" : "answer-block full"}>{drawn}</div>;
}

function Part({
  message,
  index,
}: {
  readonly message: Message;
  readonly index: number;
}): JSX.Element | null {
  const { parts, state } = message;
  const part = parts[index];
  if (part?.kind === "toolCall") {
    return parts[index - 1]?.kind === "toolCall" ? null : (
      <ToolCalls message={message} calls={callsFrom(parts, index)} />
    );
  }
  const isLive = state === "streaming" && index === parts.length - 1;
  const Text = part?.kind === "reasoning" ? Reasoning : MarkdownText;
  return <Text {...{ message, index, isLive }} />;
}

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
