import { computed, signal } from "@preact/signals";

import { DisposableStore, toDisposable, type Disposable } from "../../shared/base/lifecycle.ts";
import type { FindQuery, FindResult } from "../../shared/calls/historyCalls.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { loadEarlier } from "../page/state/earlierMessages.ts";
import { type DrawnText, drawnTexts, onTextNodesChange, renewed } from "./drawnText.ts";
import { nextIndex } from "./nextIndex.ts";

const typingMs = 80;
/** Interval of repeated searches while an answer grows. */
const growingMs = 400;
const maxPainted = 2_000;
/** Animation frames to wait for a message to be drawn. */
const maxFrames = 120;

const allName = "ai-hub-find";
const currentName = "ai-hub-find-current";

type Matches = Extract<FindResult, { ok: true }>["messages"];

const emptyQuery: FindQuery = {
  text: "",
  isCaseSensitive: false,
  isWholeWord: false,
  isRegex: false,
};

export class FindSession implements Disposable {
  readonly query = signal<FindQuery>(emptyQuery);
  readonly problem = signal<"pattern" | "slow" | undefined>(undefined);
  readonly isLimited = signal(false);
  readonly hasResult = signal(false);
  readonly #matches = signal<Matches>([]);
  readonly index = signal(-1);
  readonly total = computed(() => this.#matches.value.reduce((sum, { count }) => sum + count, 0));
  readonly #deps: PageFeatureDeps;
  readonly #disposables = new DisposableStore();
  readonly #scrolled = new Map<Element, Place>();
  #drawn: readonly DrawnText[] = [];
  #attempt = 0;
  #isEnded = false;
  #cancelTimer: (() => void) | undefined;

  constructor(deps: PageFeatureDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.state.onDidApply(() => this.#searchIn(growingMs)));
    this.#disposables.add(onTextNodesChange(() => this.#searchIn(growingMs)));
    this.#disposables.add(
      toDisposable(() => {
        this.#attempt += 1;
        this.#isEnded = true;
        this.#cancelTimer?.();
        this.#scrollBack();
        CSS.highlights.delete(allName);
        CSS.highlights.delete(currentName);
      }),
    );
  }

  setQuery(change: Partial<FindQuery>): void {
    this.query.value = { ...this.query.value, ...change };
    this.index.value = -1;
    this.hasResult.value = false;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#searchIn(typingMs);
  }

  async step(direction: 1 | -1): Promise<void> {
    const total = this.total.value;
    if (total > 0) {
      this.index.value = nextIndex(this.index.value, direction, total);
      await this.#showCurrent();
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #searchIn(ms: number): void {
    this.#cancelTimer ??= this.#deps.clock.startTimer(() => {
      this.#cancelTimer = undefined;
      void this.#searchAndShow();
    }, ms);
  }

  async #searchAndShow(): Promise<void> {
    if (await this.#search()) {
      await this.#begin();
    }
  }

  async #search(): Promise<boolean> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    const drawn = drawnTexts();
    const result = await this.#deps.host
      .findInChat({
        conversationId: this.#deps.state.conversationId.value,
        query: this.query.value,
        drawn: drawn.map(({ messageId, text }) => ({ messageId, text })),
      })
      .catch(() => undefined);
    if (attempt !== this.#attempt || !result) {
      return false;
    }
    this.#drawn = renewed(drawn);
    this.hasResult.value = true;
    this.problem.value = result.ok ? undefined : result.reason;
    this.#matches.value = result.ok ? result.messages : [];
    this.isLimited.value = result.ok && result.isLimited;
    this.index.value = Math.min(this.index.value, this.total.value - 1);
    this.#paint();
    return true;
  }

  /** Starts at the first match at or below the reader's place. */
  async #begin(): Promise<void> {
    if (this.index.value !== -1 || this.total.value === 0) {
      return;
    }
    const ids = this.#deps.state.messageIds.value;
    const from = ids.indexOf(this.#deps.follower.place()?.messageId ?? "");
    let index = 0;
    for (const { messageId, count } of this.#matches.value) {
      if (ids.indexOf(messageId) >= from) {
        break;
      }
      index += count;
    }
    this.index.value = index % this.total.value;
    await this.#showCurrent();
  }

  async #showCurrent(): Promise<void> {
    const place = this.#current();
    if (!place) {
      return;
    }
    const { messageId } = place;
    if (!this.#drawn.some((text) => text.messageId === messageId)) {
      await this.#load(messageId);
      await this.#draw(messageId);
    }
    this.#drawn = renewed(this.#drawn);
    this.#paint();
    // The first scroll uses estimated heights, the second measured heights.
    this.#scrollBack();
    for (let time = 0; time < 2 && !this.#isEnded; time += 1) {
      const element = this.#rangeOf(this.#current())?.startContainer.parentElement;
      unfold(element);
      for (const block of element ? blocksAround(element) : []) {
        this.#scrolled.set(block, this.#scrolled.get(block) ?? placeOf(block));
      }
      if (element) {
        this.#deps.follower.show(element, "center");
      }
      await nextFrame();
    }
    this.#paint();
  }

  #scrollBack(): void {
    for (const [block, { left, top }] of this.#scrolled) {
      block.scrollTo({ left, top, behavior: "instant" });
    }
    this.#scrolled.clear();
  }

  async #load(messageId: string): Promise<void> {
    const { state } = this.#deps;
    let hasMore = true;
    while (hasMore && !state.messageIds.value.includes(messageId)) {
      // Without the host's answer, the match stays out of view; the next step retries.
      hasMore = await loadEarlier(this.#deps).catch(() => false);
    }
  }

  async #draw(messageId: string): Promise<void> {
    this.#deps.ui.drawFrom.value = messageId;
    for (let frame = 0; frame < maxFrames; frame += 1) {
      await nextFrame();
      const shown = drawnTexts().find((text) => text.messageId === messageId);
      if (shown && shown.text !== "" && (await this.#searchDrawn(messageId))) {
        return;
      }
    }
  }

  async #searchDrawn(messageId: string): Promise<boolean> {
    const ordinal = this.#current()?.ordinal ?? 0;
    if (!(await this.#search())) {
      return true;
    }
    let index = 0;
    for (const match of this.#matches.value) {
      if (match.messageId === messageId) {
        this.index.value = index + Math.min(ordinal, match.count - 1);
        return match.ranges.length > 0;
      }
      index += match.count;
    }
    return false;
  }

  #current(): { readonly messageId: string; readonly ordinal: number } | undefined {
    let left = this.index.value;
    for (const { messageId, count } of this.#matches.value) {
      if (left >= 0 && left < count) {
        return { messageId, ordinal: left };
      }
      left -= count;
    }
    return undefined;
  }

  #rangeOf(
    place: { readonly messageId: string; readonly ordinal: number } | undefined,
  ): Range | undefined {
    const match = this.#matches.value.find(({ messageId }) => messageId === place?.messageId);
    const [start, end] = match?.ranges[place?.ordinal ?? 0] ?? [];
    const drawn = this.#drawn.find(({ messageId }) => messageId === place?.messageId);
    return start === undefined || end === undefined ? undefined : drawn?.range(start, end);
  }

  #paint(): void {
    if (this.#isEnded) {
      return;
    }
    const drawn = new Map(this.#drawn.map((text) => [text.messageId, text]));
    const ranges = this.#matches.value
      .flatMap(({ messageId, ranges: found }) =>
        found.map(([start, end]) => drawn.get(messageId)?.range(start, end)),
      )
      .filter((range) => range !== undefined);
    const current = this.#rangeOf(this.#current());
    CSS.highlights.set(allName, new Highlight(...ranges.slice(-maxPainted)));
    CSS.highlights.set(currentName, new Highlight(...(current ? [current] : [])));
  }
}

interface Place {
  readonly left: number;
  readonly top: number;
}

function placeOf({ scrollLeft, scrollTop }: Element): Place {
  return { left: scrollLeft, top: scrollTop };
}

function blocksAround(element: Element): readonly Element[] {
  const blocks: Element[] = [];
  for (
    let block: Element | null = element;
    block && !block.matches("[data-message-id]");
    block = block.parentElement
  ) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = block;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) {
      blocks.push(block);
    }
  }
  return blocks;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}

function unfold(element: Element | null | undefined): void {
  const folded = element?.closest<HTMLDetailsElement>(".md-details:not([open])");
  if (folded) {
    folded.open = true;
    unfold(folded);
  }
}
