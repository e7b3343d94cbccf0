import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { AssistantMessage } from "./AssistantMessage.tsx";
import { Icon } from "./Icon.tsx";
import { usePage } from "./page.ts";
import { UserMessage } from "./UserMessage.tsx";

/** So many messages are drawn before the first paint; the ones above follow while the page is idle. */
const firstDrawn = 10;
const drawnPerStep = 10;
/** Earlier messages are fetched when the reader is this near to the first one, in CSS pixels. */
const nearStart = 300;

/** The log: it follows its end while the reader is there, and keeps every other place. */
export function Conversation(): JSX.Element {
  const { words, state, actions, follower, memory } = usePage();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const conversationId = state.conversationId.value;
  const ids = useDrawnIds();
  useKeptPlace(ids);
  useLayoutEffect(() => {
    if (!scroller.current || !content.current) {
      return undefined;
    }
    const attached = follower.attach(scroller.current, content.current);
    follower.restore(memory.place);
    return () => attached.dispose();
  }, [conversationId]);
  const loadNearStart = (): void => {
    const isReadingBack = !follower.isFollowing.value;
    if (isReadingBack && scroller.current && scroller.current.scrollTop < nearStart) {
      void actions.loadEarlier();
    }
  };
  return (
    <div class="log-frame">
      <div class="scroller" ref={scroller} tabIndex={0} onScroll={loadNearStart}>
        <div class="log" ref={content} role="log" aria-live="off" aria-label={words.conversation}>
          {state.hasEarlier.value && (
            <button type="button" class="link earlier" onClick={() => void actions.loadEarlier()}>
              {words.showEarlier}
            </button>
          )}
          {ids.map((id) => (
            <MessageItem key={id} id={id} />
          ))}
        </div>
      </div>
      <JumpToLatest />
    </div>
  );
}

function MessageItem({ id }: { readonly id: string }): JSX.Element | null {
  const message = usePage().state.message(id)?.value;
  if (!message) {
    return null;
  }
  return message.role === "user" ? (
    <UserMessage message={message} />
  ) : (
    <AssistantMessage message={message} />
  );
}

function JumpToLatest(): JSX.Element | null {
  const { follower, words } = usePage();
  if (!follower.isAway.value || follower.isFollowing.value) {
    return null;
  }
  return (
    <button type="button" class="jump" onClick={() => follower.follow()}>
      <Icon name="arrow-down" />
      {words.jumpToLatest}
    </button>
  );
}

/** The messages that are drawn: the last ones at once, the rest step by step upwards in idle time. */
function useDrawnIds(): readonly string[] {
  const { state, memory } = usePage();
  const conversationId = state.conversationId.value;
  const ids = state.messageIds.value;
  const [drawn, setDrawn] = useState({ conversationId: "", count: 0 });
  const placeIndex = ids.indexOf(memory.place?.messageId ?? "");
  const atLeast = Math.max(firstDrawn, placeIndex === -1 ? 0 : ids.length - placeIndex + 1);
  const count = drawn.conversationId === conversationId ? Math.max(drawn.count, atLeast) : atLeast;
  useEffect(() => {
    if (count >= ids.length) {
      return undefined;
    }
    const next = { conversationId, count: count + drawnPerStep };
    const idle = requestIdleCallback(() => setDrawn(next), { timeout: 200 });
    return () => cancelIdleCallback(idle);
  }, [conversationId, count, ids.length]);
  return count >= ids.length ? ids : ids.slice(-count);
}

/** Keeps what is seen where it is when messages come in above it. */
function useKeptPlace(ids: readonly string[]): void {
  const { follower } = usePage();
  const first = useRef(ids[0]);
  const hasNewStart = first.current !== ids[0];
  const place = hasNewStart ? follower.place() : undefined;
  useLayoutEffect(() => {
    if (hasNewStart) {
      first.current = ids[0];
      follower.keep(place);
    }
  });
}
