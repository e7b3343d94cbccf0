import { effect, signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../shared/base/lifecycle.ts";
import { type Channel, type Client, RpcServer } from "../shared/base/rpc.ts";
import {
  type hostContract,
  viewContract,
  type Snapshot,
  type ViewState,
} from "../shared/calls/protocol.ts";
import type { ChatEvent } from "../shared/conversation/conversation.ts";
import type { AttachState } from "./page/state/attachState.ts";
import type { FeatureShows } from "./pageFeatures.ts";

/** Milliseconds without a snapshot after which the page attaches again; a host that has just started may be slow. */
const attachAgainAfterMs = 8_000;

interface Batch {
  readonly conversationId: string;
  readonly seq: number;
  readonly events: readonly ChatEvent[];
}

export interface HostLinkDeps {
  readonly channel: Channel;
  readonly host: Client<typeof hostContract>;
  /** The features' handlers for host messages. */
  readonly shows: FeatureShows;
  readonly clock: Clock;
  readonly onSnapshot: (snapshot: Snapshot) => void;
  readonly onEvents: (events: readonly ChatEvent[]) => void;
  readonly onViewState: (view: ViewState) => void;
  readonly onFocusComposer: () => void;
}

/**
 * The page's link to the host. It attaches again if the numbers of events show that an event was lost or is another
 * page's.
 */
export class HostLink implements Disposable {
  readonly #deps: HostLinkDeps;
  readonly #disposables = new DisposableStore();
  readonly #attachState = signal<AttachState>("attaching");
  #attempt = 0;
  #cancelTimer: (() => void) | undefined;
  #conversationId = "";
  #seq = 0;
  #held: Batch[] = [];
  #heldView: ViewState | undefined;

  constructor(deps: HostLinkDeps) {
    this.#deps = deps;
    this.#disposables.add(
      new RpcServer(deps.channel, viewContract, {
        ...deps.shows,
        showState: (view) => this.#receiveView(view),
        showEvents: (batch) => this.#receiveEvents(batch),
        reload: () => {
          void this.attach();
        },
        focusComposer: () => {
          deps.onFocusComposer();
        },
      }),
    );
  }

  get attachState(): ReadonlySignal<AttachState> {
    return this.#attachState;
  }

  /** Resolves when a received snapshot is drawn. */
  whenDrawn(): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (this.#attachState.value !== "attaching") {
          queueMicrotask(() => stop());
          resolve();
        }
      });
    });
  }

  async attach(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#held = [];
    this.#heldView = undefined;
    this.#attachState.value = "attaching";
    this.#cancelTimer?.();
    this.#cancelTimer = this.#deps.clock.startTimer(() => void this.attach(), attachAgainAfterMs);
    const snapshot = await this.#deps.host.attach({}).catch(() => undefined);
    if (attempt !== this.#attempt) {
      return;
    }
    this.#cancelTimer();
    if (snapshot) {
      this.#show(snapshot);
    } else {
      this.#attachState.value = "failed";
    }
  }

  dispose(): void {
    this.#attempt += 1;
    this.#cancelTimer?.();
    this.#disposables.dispose();
  }

  #show(snapshot: Snapshot): void {
    this.#conversationId = snapshot.conversationId;
    this.#seq = snapshot.seq;
    const held = this.#held;
    const view = this.#heldView;
    this.#deps.onSnapshot(snapshot);
    this.#attachState.value = "attached";
    if (view) {
      this.#deps.onViewState(view);
    }
    for (const batch of held) {
      this.#receiveEvents(batch);
    }
  }

  #receiveView(view: ViewState): void {
    if (this.#attachState.value === "attached") {
      this.#deps.onViewState(view);
    } else {
      this.#heldView = view;
    }
  }

  #receiveEvents(batch: Batch): void {
    if (this.#attachState.value !== "attached") {
      // After a failure the next snapshot contains these events.
      if (this.#attachState.value === "attaching") {
        this.#held.push(batch);
      }
      return;
    }
    const missing = batch.seq - this.#seq;
    if (batch.conversationId !== this.#conversationId || missing > batch.events.length) {
      void this.attach();
    } else if (missing > 0) {
      this.#seq = batch.seq;
      this.#deps.onEvents(batch.events.slice(-missing));
    }
  }
}
