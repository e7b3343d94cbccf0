import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import { GrowingText } from "../markdown/growingText.ts";
import { usePage } from "../page.ts";

export interface PartProps {
  readonly message: AssistantMessage;
  readonly index: number;
  readonly isLive: boolean;
}

export function MarkdownText({ message, index, isLive }: PartProps): JSX.Element {
  const { state, createMarkdown } = usePage();
  const create = createMarkdown.value;
  const element = useRef<HTMLDivElement>(null);
  const text = useRef<GrowingText>(undefined);
  useLayoutEffect(() => {
    if (!element.current || !create) {
      return undefined;
    }
    const growing = new GrowingText(element.current, create);
    text.current = growing;
    return () => growing.dispose();
  }, [message.id, index, create]);
  useLayoutEffect(() => {
    if (!isLive) {
      return undefined;
    }
    const subscription = state.onDidGrow((delta) => {
      if (delta.messageId === message.id && delta.partIndex === index) {
        text.current?.append(delta.text);
      }
    });
    return () => subscription.dispose();
  }, [message.id, index, isLive]);
  useLayoutEffect(() => {
    const latest = state.latest(message.id);
    const part = latest?.role === "assistant" ? latest.parts[index] : undefined;
    text.current?.show(part && part.kind !== "toolCall" ? part.text : "", isLive);
  });
  return <div class="markdown" ref={element} />;
}
