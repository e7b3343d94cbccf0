import { Fragment, type JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { messageLength } from "../../shared/conversation/messageLength.ts";
import { CheckpointPart } from "../agent/agentParts.tsx";
import { Icon } from "../kit/Icon.tsx";
import { whenIdle } from "../kit/idle.ts";
import { usePage } from "../page/page.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import type { ChatState } from "../page/state/chatState.ts";
import { useWords } from "../page/useWords.ts";
import { AssistantMessage } from "./answer/AssistantMessage.tsx";
import { ComparisonPart } from "./answer/ComparisonPart.tsx";
import { UserMessage } from "./answer/UserMessage.tsx";

const StuckQuestion = lazyPart<{ readonly scroller: HTMLElement }>(
  async () => (await import("./answer/StuckQuestion.tsx")).StuckQuestion,
  { isExtra: true },
);

/** The most messages that are drawn in a step; at least one is drawn. */
const mostDrawn = 10;
const mostLength = 30_000;
const nearStart = 300;

export function Conversation(): JSX.Element {
  const words = useWords();
  const { state, actions, follower, memory } = usePage();
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
  const [shownScroller, setShownScroller] = useState<HTMLElement | null>(null);
  useEffect(() => setShownScroller(scroller.current), []);
  const loadNearStart = (): void => {
    const isReadingBack = !follower.isFollowing.value;
    if (isReadingBack && scroller.current && scroller.current.scrollTop < nearStart) {
      void actions.loadEarlier();
    }
  };
  return (
    <div class="log-frame">
      {shownScroller && <StuckQuestion scroller={shownScroller} />}
      <div
        class="scroller"
        ref={scroller}
        role="group"
        aria-label={words.conversation}
        tabIndex={0}
        onScroll={loadNearStart}
      >
        <div class="log" ref={content} role="log" aria-live="off" aria-label={words.conversation}>
          {state.hasEarlier.value && (
            <button type="button" class="link earlier" onClick={() => void actions.loadEarlier()}>
              {words.showEarlier}
            </button>
          )}
          {ids.map((id) => (
            <Fragment key={id}>
              <CheckpointPart messageId={id} />
              <MessageItem id={id} />
            </Fragment>
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
  if (message.role === "assistant" && message.comparisonId !== undefined) {
    return <ComparisonPart message={message} />;
  }
  return message.role === "user" ? (
    <UserMessage message={message} />
  ) : (
    <AssistantMessage message={message} />
  );
}

function JumpToLatest(): JSX.Element | null {
  const words = useWords();
  const { follower } = usePage();
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

function useDrawnIds(): readonly string[] {
  const { state, memory, ui } = usePage();
  const conversationId = state.conversationId.value;
  const ids = state.messageIds.value;
  const first = useRef({ conversationId, id: "" });
  const [, setSteps] = useState(0);
  const known =
    first.current.conversationId === conversationId ? ids.indexOf(first.current.id) : -1;
  const begin = known === -1 ? startOfDrawing(state, ids, memory.place?.messageId) : known;
  const wanted = ids.indexOf(ui.drawFrom.value ?? "");
  const start = wanted === -1 ? begin : Math.min(begin, wanted);
  first.current = { conversationId, id: ids[start] ?? "" };
  useEffect(() => {
    if (start === 0) {
      return undefined;
    }
    return whenIdle(() => {
      first.current = { conversationId, id: ids[stepBack(state, ids, start)] ?? "" };
      setSteps((steps) => steps + 1);
    });
  }, [conversationId, start, ids]);
  return ids.slice(start);
}

/** The first message to draw, so that the last messages and the reader's place are drawn. */
function startOfDrawing(
  state: ChatState,
  ids: readonly string[],
  placeId: string | undefined,
): number {
  const place = placeId === undefined ? -1 : ids.indexOf(placeId);
  const end = stepBack(state, ids, ids.length);
  return place === -1 ? end : Math.min(end, Math.max(0, place - 1));
}

function stepBack(state: ChatState, ids: readonly string[], end: number): number {
  let start = end;
  let length = 0;
  while (start > 0 && end - start < mostDrawn && length < mostLength) {
    start -= 1;
    length += messageLength(state.message(ids[start] ?? "")?.peek());
  }
  return start;
}

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
