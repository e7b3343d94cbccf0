import type { Disposable } from "../shared/base/lifecycle.ts";
import { type IndexCalls, indexCallNames } from "./indexCalls.ts";

export interface ThreadPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Disposable;
}

/**
 * Messages between the threads. They are not validated, because both ends are of one build, and nothing else has the
 * port.
 */
type Message =
  | { readonly kind: "call"; readonly id: number; readonly name: string; readonly params: unknown }
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly message: string };

type AnyCalls = Readonly<Record<string, (params: unknown) => Promise<unknown>>>;

export function answerCalls(port: ThreadPort, calls: IndexCalls): Disposable {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end calls by `IndexCalls`
  const byName = calls as unknown as AnyCalls;
  const answer = async (id: number, name: string, params: unknown): Promise<void> => {
    try {
      port.post({ kind: "result", id, result: await byName[name]?.(params) } satisfies Message);
    } catch (error) {
      const message = error instanceof Error ? error.message : "The call failed.";
      port.post({ kind: "failure", id, message } satisfies Message);
    }
  };
  return port.onMessage((received) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `Message` says
    const message = received as Message;
    if (message.kind === "call") {
      void answer(message.id, message.name, message.params);
    }
  });
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function callsOver(port: ThreadPort): Disposable & { readonly calls: IndexCalls } {
  const waiting = new Map<number, Waiting>();
  const listening = port.onMessage((received) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `Message` says
    const message = received as Message;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "result") {
      call?.resolve(message.result);
    } else if (message.kind === "failure") {
      call?.reject(new Error(message.message));
    }
  });
  let [next, isClosed] = [0, false];
  const call = (name: string, params: unknown): Promise<unknown> => {
    if (isClosed) {
      return Promise.reject(new Error("The index has ended."));
    }
    next += 1;
    const id = next;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      port.post({ kind: "call", id, name, params } satisfies Message);
    });
  };
  const calls: AnyCalls = Object.fromEntries(
    indexCallNames.map((name): [string, AnyCalls[string]] => [
      name,
      (params) => call(name, params),
    ]),
  );
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the names of `IndexCalls`
    calls: calls as unknown as IndexCalls,
    dispose: () => {
      isClosed = true;
      listening.dispose();
      for (const { reject } of waiting.values()) {
        reject(new Error("The index has ended."));
      }
      waiting.clear();
    },
  };
}
