import { Emitter } from "../../src/shared/base/emitter.ts";
import type { Channel } from "../../src/shared/base/rpc.ts";

export interface ChannelPair {
  readonly host: Channel;
  readonly page: Channel;
  /** Every message from the host, as the page's process would receive it. */
  readonly posted: unknown[];
}

/** The two ends of a channel. Messages are cloned and delivered later, as between processes. */
export function channelPair(): ChannelPair {
  const toHost = new Emitter<unknown>();
  const toPage = new Emitter<unknown>();
  const posted: unknown[] = [];
  return {
    host: {
      post: (message) => {
        posted.push(message);
        send(toPage, message);
      },
      onMessage: toHost.event,
    },
    page: { post: (message) => send(toHost, message), onMessage: toPage.event },
    posted,
  };
}

function send(emitter: Emitter<unknown>, message: unknown): void {
  const copy: unknown = structuredClone(message);
  queueMicrotask(() => emitter.fire(copy));
}
