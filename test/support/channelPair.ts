import { Emitter } from "../../src/shared/emitter.ts";
import type { Channel } from "../../src/shared/rpc.ts";

export interface ChannelPair {
  readonly host: Channel;
  readonly page: Channel;
  /** Everything the host posted, as the page's process would get it. */
  readonly posted: unknown[];
}

/** Two ends of one channel. Messages are cloned and delivered later, as between processes. */
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
