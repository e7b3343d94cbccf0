// oxlint-disable-next-line import/no-unassigned-import -- must run before any schema is made
import "../../../src/webview/kit/zodSettings.ts";
import {
  hostContract,
  type Snapshot,
  viewContract,
  type ViewState,
} from "../../../src/shared/calls/protocol.ts";
import type { ChatEvent, Message } from "../../../src/shared/conversation.ts";
import { Emitter } from "../../../src/shared/emitter.ts";
import type { HubModel } from "../../../src/shared/model.ts";
import { type Channel, type Handlers, RpcClient, RpcServer } from "../../../src/shared/rpc.ts";

type Method = keyof typeof hostContract;

export interface FakeHostOptions {
  readonly snapshot: Snapshot;
  /** Messages before the first one of the snapshot, handed out from their end. */
  readonly earlier?: readonly Message[];
  readonly models?: readonly HubModel[];
  /** What methods answer instead of their usual answer. */
  readonly results?: Partial<Record<Method, unknown>>;
}

const stateKey = "vscode-state";

/** How many messages `loadEarlier` gives at once. */
const pageSize = 20;

/**
 * The extension host as a chat page sees it, in the page's own process: answers every method of the contract,
 * keeps what was asked, and tells the page whatever a test wants.
 */
class FakeHost {
  readonly calls: { readonly method: Method; readonly params: unknown }[] = [];
  snapshot: Snapshot;
  #earlier: readonly Message[];
  readonly #models: readonly HubModel[];
  readonly #results: Partial<Record<Method, unknown>>;
  readonly #answers: Partial<Record<Method, (params: unknown) => unknown>> = {};
  readonly #fromPage = new Emitter<unknown>();
  readonly #page;

  constructor({ snapshot, earlier = [], models = [], results = {} }: FakeHostOptions) {
    this.snapshot = snapshot;
    this.#earlier = earlier;
    this.#models = models;
    this.#results = { ...results };
    const channel: Channel = {
      post: (message) => window.postMessage(message, window.origin),
      onMessage: this.#fromPage.event,
    };
    this.#page = new RpcClient(channel, viewContract).calls;
    const server = new RpcServer(channel, hostContract, this.#handlers());
    window.addEventListener("pagehide", () => server.dispose());
  }

  /** What `acquireVsCodeApi` gives to the page. */
  api(): object {
    return {
      postMessage: (message: unknown) => {
        const copy: unknown = structuredClone(message);
        setTimeout(() => this.#fromPage.fire(copy));
      },
      getState: (): unknown => JSON.parse(sessionStorage.getItem(stateKey) ?? "null"),
      setState: (state: unknown) => sessionStorage.setItem(stateKey, JSON.stringify(state)),
    };
  }

  /** Tells the page of events as one batch. */
  emit(...events: ChatEvent[]): void {
    const seq = this.snapshot.seq + events.length;
    this.snapshot = { ...this.snapshot, seq };
    this.emitAs(seq, ...events);
  }

  /** The same with a number of the test's choice. */
  emitAs(seq: number, ...events: ChatEvent[]): void {
    const { conversationId } = this.snapshot;
    void this.#page.showEvents({ conversationId, seq, events }).catch(() => undefined);
  }

  setView(change: Partial<ViewState>): void {
    const view = { ...this.snapshot.view, ...change };
    this.snapshot = { ...this.snapshot, view };
    void this.#page.showState(view).catch(() => undefined);
  }

  /** From now on the page gets this when it attaches; it is told to. */
  show(snapshot: Snapshot): void {
    this.snapshot = snapshot;
    void this.#page.reload({}).catch(() => undefined);
  }

  showTokenColors(colors: Readonly<Record<string, string>>): void {
    void this.#page.showTokenColors({ colors }).catch(() => undefined);
  }

  focusComposer(): void {
    void this.#page.focusComposer({}).catch(() => undefined);
  }

  /** Tells the page what a feature of the host would; the page checks it. */
  tell(method: keyof typeof viewContract, params: unknown): void {
    // Typed by the caller; what does not fit the contract is refused by the page.
    const call = this.#page[method] as (params: unknown) => Promise<unknown>;
    void call(params).catch(() => undefined);
  }

  setResult(method: Method, result: unknown): void {
    this.#results[method] = result;
  }

  /** From now on the method answers what `answer` makes of its parameters. */
  setAnswer(method: Method, answer: (params: unknown) => unknown): void {
    this.#answers[method] = answer;
  }

  callsOf(method: Method): unknown[] {
    return this.calls.filter((call) => call.method === method).map(({ params }) => params);
  }

  #handlers(): Handlers<typeof hostContract> {
    const usual: Partial<Record<Method, (params: never) => unknown>> = {
      attach: () => this.snapshot,
      loadEarlier: () => this.#takeEarlier(),
      listModels: () => ({ models: this.#models, fetchedAt: Date.UTC(2026, 10, 21, 14, 3) }),
      setBaseUrl: () => ({ ok: true }),
      removeAttachment: ({ id }: { id: string }) => {
        const { attachments } = this.snapshot.view;
        this.setView({ attachments: attachments.filter((info) => info.id !== id) });
        return {};
      },
    };
    const entries = Object.keys(hostContract).map((name) => {
      const method = name as Method;
      return [
        method,
        (params: unknown) => {
          this.calls.push({ method, params });
          const answer = this.#answers[method];
          if (answer) {
            return answer(params);
          }
          const result = this.#results[method];
          return result ?? usual[method]?.(params as never) ?? { ok: true };
        },
      ];
    });
    return Object.fromEntries(entries) as Handlers<typeof hostContract>;
  }

  #takeEarlier(): Pick<Snapshot, "messages" | "branches" | "hasEarlier"> {
    const messages = this.#earlier.slice(-pageSize);
    this.#earlier = this.#earlier.slice(0, -pageSize);
    return { messages: [...messages], branches: {}, hasEarlier: this.#earlier.length > 0 };
  }
}

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var fakeHost: FakeHost;
  // oxlint-disable-next-line no-var -- the same
  var fakeHostOptions: FakeHostOptions;
  // oxlint-disable-next-line no-var -- the same
  var acquireVsCodeApi: () => object;
}

globalThis.fakeHost = new FakeHost(globalThis.fakeHostOptions);
globalThis.acquireVsCodeApi = () => globalThis.fakeHost.api();
