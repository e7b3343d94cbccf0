import { webviewChannel } from "../../../src/extension/view/webviewChannel.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { RpcClient, RpcServer } from "../../../src/shared/base/rpc.ts";
import { usageHostContract, usageViewContract } from "../../../src/shared/hubApi/usageContract.ts";
import { ownWindow } from "../../support/fakeHost/ownWindow.ts";

export interface FakeUsageOptions {
  /** What the host answers when the page asks for a report. */
  readonly answer: unknown;
}

/** The extension host as the usage page sees it. */
class FakeUsageHost {
  readonly calls: { readonly method: string; readonly params: unknown }[] = [];
  answer: unknown;
  readonly #fromPage = new Emitter<unknown>();
  readonly #page;

  constructor(answer: unknown) {
    this.answer = answer;
    const channel = webviewChannel(ownWindow(this.#fromPage.event));
    this.#page = new RpcClient(channel, usageViewContract).calls;
    const note = (method: string) => (params: unknown) => {
      this.calls.push({ method, params });
      // Sound: a test gives answers in the contract's shape, and the page checks them.
      return (method === "load" ? this.answer : {}) as never;
    };
    const server = new RpcServer(channel, usageHostContract, {
      load: note("load"),
      setToken: note("setToken"),
      diagnose: note("diagnose"),
    });
    window.addEventListener("pagehide", () => server.dispose());
  }

  api(): object {
    return {
      postMessage: (message: unknown) => {
        const copy: unknown = structuredClone(message);
        setTimeout(() => this.#fromPage.fire(copy));
      },
      getState: () => undefined,
      setState: () => undefined,
    };
  }

  reload(answer: unknown): void {
    this.answer = answer;
    this.#page.reload({});
  }
}

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var fakeUsageHost: FakeUsageHost;
  // oxlint-disable-next-line no-var -- the same
  var fakeUsageAnswer: unknown;
}

globalThis.fakeUsageHost = new FakeUsageHost(globalThis.fakeUsageAnswer);
Object.assign(globalThis, { acquireVsCodeApi: () => globalThis.fakeUsageHost.api() });
