import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

import { isProtected, isThisMachine } from "../../agent/mcpClient/serverConfig.ts";
import { maxMessage } from "./mcpMessageLines.ts";

export interface GuardedFetchOptions {
  readonly url: URL;
  /** Sent to the server's origin only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  /** `canResume`: the server can send the rest on request. */
  readonly onStreamEnd?: (id: number, canResume: boolean) => void;
}

const redirects = [301, 302, 303, 307, 308];
const empty = [204, 205, 304];

/**
 * Refuses redirects, and plain HTTP to another machine. A remote server cannot name an address of this machine. An
 * answer, or an event of a stream, has at most 16 MB.
 */
export function guardedFetch(options: GuardedFetchOptions): FetchLike {
  const { url: own, headers, fetch } = options;
  return async (address, init = {}) => {
    const url = new URL(address);
    if (!isProtected(url.href)) {
      throw new Error(`Nothing is sent to ${url.origin}: it is not protected by TLS.`);
    }
    if (isThisMachine(url) && !isThisMachine(own)) {
      throw new Error(`Nothing is sent to ${url.origin}: ${own.origin} is another machine.`);
    }
    const sent = new Headers(init.headers);
    if (url.origin === own.origin) {
      for (const [name, value] of Object.entries(headers)) {
        sent.set(name, value);
      }
    }
    const response = await fetch(url, { ...init, headers: sent, redirect: "manual" });
    if (redirects.includes(response.status) || response.type === "opaqueredirect") {
      await response.body?.cancel();
      throw new Error(`${url.origin} redirects to another address, which is refused.`);
    }
    const id = init.method === "POST" ? requestId(init.body) : undefined;
    return bounded(response, id, options);
  };
}

function bounded(
  response: Response,
  id: number | undefined,
  { onStreamEnd }: GuardedFetchOptions,
): Response {
  const { body, status, statusText, headers } = response;
  if (!body || empty.includes(status)) {
    return response;
  }
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  const bounds = new AnswerBounds(isStream);
  const ended = (): void => {
    if (isStream && id !== undefined) {
      onStreamEnd?.(id, bounds.canResume);
    }
  };
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const checked = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          ended();
          return;
        }
        bounds.add(value);
        controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        void reader.cancel().catch(() => undefined);
        ended();
      }
    },
    cancel: async (reason) => {
      await reader.cancel(reason);
    },
  });
  return new Response(checked, { status, statusText, headers });
}

/** In a stream, counts the bytes of each event. */
class AnswerBounds {
  readonly #isStream: boolean;
  /** True after an event with an id. */
  canResume = false;
  #size = 0;
  #end = "";

  constructor(isStream: boolean) {
    this.#isStream = isStream;
  }

  add(bytes: Uint8Array): void {
    if (this.#isStream) {
      const text = this.#end + Buffer.from(bytes).toString("latin1");
      this.canResume ||= /(?:^|[\r\n])id:/u.test(text);
      const blank = Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n"));
      this.#size = blank < 0 ? this.#size + bytes.length : text.length - blank;
      this.#end = text.slice(-4);
    } else {
      this.#size += bytes.length;
    }
    if (this.#size > maxMessage) {
      throw new Error("The answer is larger than 16 MB.");
    }
  }
}

function requestId(body: RequestInit["body"]): number | undefined {
  const [, id] = typeof body === "string" ? (/,"id":(\d{1,9})\}$/u.exec(body) ?? []) : [];
  return id === undefined ? undefined : Number(id);
}
