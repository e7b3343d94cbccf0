import * as z from "zod/mini";

import { webviewChannel } from "../../../src/extension/view/webviewChannel.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { type Handlers, RpcClient, RpcServer } from "../../../src/shared/base/rpc.ts";
import {
  hostContract,
  type Snapshot,
  viewContract,
  type ViewState,
} from "../../../src/shared/calls/protocol.ts";
import type { ChatEvent, Message } from "../../../src/shared/conversation/conversation.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";
import { deferred } from "../deferred.ts";
import { ownWindow } from "./ownWindow.ts";
import { codeColors } from "./themes.ts";

type Method = keyof typeof hostContract;

export interface FakeHostOptions {
  readonly snapshot: Snapshot;
  /** Messages before the snapshot's first one; the last of them are loaded first. */
  readonly earlier?: readonly Message[];
  readonly models?: readonly HubModel[];
  /** Results of methods, instead of their usual ones. */
  readonly results?: Partial<Record<Method, unknown>>;
}

const stateKey = "vscode-state";

/** A call that no page knows: it fails there, after all that was sent before it was heard. */
const heardCall = { params: z.object({}), result: z.object({}) };

/** Number of messages that `loadEarlier` returns at once. */
const pageSize = 20;

/**
 * The extension host for a chat page, in the page's own process: answers every method of the
 * contract, records the calls, and sends the page any event of a test.
 */
class FakeHost {
  readonly calls: { readonly method: Method; readonly params: unknown }[] = [];
  snapshot: Snapshot;
  #earlier: readonly Message[];
  readonly #models: readonly HubModel[];
  readonly #results: Partial<Record<Method, unknown>>;
  readonly #answers: Partial<Record<Method, (params: unknown) => unknown>> = {};
  readonly #fromPage = new Emitter<unknown>();
  readonly #asksForSnapshot = deferred<undefined>();
  readonly #page;

  constructor({ snapshot, earlier = [], models = [], results = {} }: FakeHostOptions) {
    this.snapshot = snapshot;
    this.#earlier = earlier;
    this.#models = models;
    this.#results = { ...results };
    const channel = webviewChannel(ownWindow(this.#fromPage.event));
    this.#page = new RpcClient(channel, { ...viewContract, heard: heardCall }).calls;
    const server = new RpcServer(channel, hostContract, this.#handlers());
    window.addEventListener("pagehide", () => server.dispose());
  }

  /** The result of `acquireVsCodeApi` for the page. */
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

  /** Sends events to the page as one batch. */
  emit(...events: ChatEvent[]): void {
    const seq = this.snapshot.seq + events.length;
    this.snapshot = { ...this.snapshot, seq };
    this.emitAs(seq, ...events);
  }

  /** The same with a sequence number chosen by the test. */
  emitAs(seq: number, ...events: ChatEvent[]): void {
    const { conversationId } = this.snapshot;
    this.#page.showEvents({ conversationId, seq, events });
  }

  setView(change: Partial<ViewState>): void {
    const view = { ...this.snapshot.view, ...change };
    this.snapshot = { ...this.snapshot, view };
    this.#page.showState(view);
  }

  /** Replaces the snapshot, and asks the page to load it. */
  show(snapshot: Snapshot): void {
    this.snapshot = snapshot;
    this.#page.reload({});
  }

  focusComposer(): void {
    this.#page.focusComposer({});
  }

  /** Calls a method of the page as a feature of the host would; the page checks the parameters. */
  tell(method: keyof typeof viewContract, params: unknown): void {
    // Typed by the caller; the page refuses parameters that do not fit the contract.
    const call = this.#page[method] as (params: unknown) => unknown;
    call(params);
  }

  /** Settles when the page has heard all that was sent so far. */
  async heard(): Promise<void> {
    await this.#page.heard({}).catch(() => undefined);
  }

  /** Settles when the page has drawn its first snapshot. */
  async attached(): Promise<void> {
    await this.#asksForSnapshot.promise;
    // The answer is sent before the next task.
    await new Promise((resolve) => setTimeout(resolve));
    await this.heard();
  }

  setResult(method: Method, result: unknown): void {
    this.#results[method] = result;
  }

  /** From now on, `answer` computes the method's result from its parameters. */
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
      codeColors: ({ theme }: { theme: string }) => ({ colors: codeColors(theme) }),
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
          if (method === "attach") {
            this.#asksForSnapshot.resolve(undefined);
          }
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
