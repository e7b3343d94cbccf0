import type { Page } from "playwright-core";

import type {
  hostContract,
  Snapshot,
  viewContract,
  ViewState,
} from "../../../src/shared/calls/protocol.ts";
import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";

type Method = keyof typeof hostContract;

/** The fake host of a page, from the test's side. What tells the page something ends when the page has heard it. */
export interface HostHandle {
  emit(...events: ChatEvent[]): Promise<void>;
  emitAs(seq: number, ...events: ChatEvent[]): Promise<void>;
  setView(change: Partial<ViewState>): Promise<void>;
  show(snapshot: Snapshot): Promise<void>;
  setResult(method: Method, result: unknown): Promise<void>;
  /** Calls a method of the page as a feature of the host would. */
  tell(method: keyof typeof viewContract, params: unknown): Promise<void>;
  /** Parameters of each call, in order. */
  calls(method: Method): Promise<unknown[]>;
}

export function hostOf(page: Page): HostHandle {
  const heard = async (sent: Promise<void>): Promise<void> => {
    await sent;
    await page.evaluate(() => fakeHost.heard());
  };
  return {
    emit: (...events) => heard(page.evaluate((list) => fakeHost.emit(...list), events)),
    emitAs: (seq, ...events) =>
      heard(
        page.evaluate(({ number, list }) => fakeHost.emitAs(number, ...list), {
          number: seq,
          list: events,
        }),
      ),
    setView: (change) => heard(page.evaluate((view) => fakeHost.setView(view), change)),
    show: (snapshot) => heard(page.evaluate((shown) => fakeHost.show(shown), snapshot)),
    setResult: (method, result) =>
      page.evaluate(([name, value]) => fakeHost.setResult(name, value), [method, result] as const),
    tell: (method, params) =>
      heard(
        page.evaluate(([name, value]) => fakeHost.tell(name, value), [method, params] as const),
      ),
    calls: (method) => page.evaluate((name) => fakeHost.callsOf(name), method),
  };
}
