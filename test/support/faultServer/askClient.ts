import { setImmediate } from "node:timers/promises";

import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { StreamEvent, StreamOptions } from "../../../src/hub/wire/chatTypes.ts";
import type { Failure } from "../../../src/shared/failures/failure.ts";
import { FakeClock } from "../fakeClock.ts";
import type { FaultServer } from "./faultServer.ts";

export const canaryToken = "sk_hub_CANARY0123456789abcdefghijklmnopq";

/** Everything that an answer produced. */
export interface Outcome {
  readonly events: readonly StreamEvent[];
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly unknown[];
  /** Absent if the answer did not end in order. */
  readonly finishReason: string | undefined;
  readonly failure: Failure | undefined;
  readonly error: unknown;
  readonly retries: readonly { readonly attempt: number; readonly delayMs: number }[];
  readonly waits: number;
  /** Its duration in virtual time. */
  readonly elapsedMs: number;
  readonly pendingTimers: number;
}

const maxTurns = 1000;

/** The state of a server that decides whether virtual time can pass. */
export type Askable = Pick<FaultServer, "url" | "isStalled" | "bytesWritten" | "tick">;

interface AskOptions extends Partial<StreamOptions> {
  readonly onEvent?: (event: StreamEvent) => void;
  readonly token?: string;
  readonly model?: string;
}

/**
 * Sends a question to a server. Virtual time passes, a second at a time, whenever nothing else can
 * happen: the server has stalled and the client has read everything, or no request is in progress.
 */
export async function askClient(
  server: Askable,
  { token = canaryToken, model = "m", ...options }: AskOptions = {},
): Promise<Outcome> {
  const clock = new FakeClock();
  const traffic = new Traffic();
  const client = clientOf(server.url, {
    clock,
    fetch: traffic.fetch,
    token: () => Promise.resolve(token),
  });
  const startedAt = clock.now();
  let isSettled = false;
  const consuming = consume(client, model, options).finally(() => {
    isSettled = true;
  });
  const pass = async (): Promise<void> => {
    if (traffic.canOnlyWait(server)) {
      clock.advance(1000);
      server.tick();
    }
    await setImmediate();
  };
  const settled = (): boolean => isSettled;
  while (!settled()) {
    await pass();
  }
  const { events, error, ...consumed } = await consuming;
  const elapsedMs = clock.now() - startedAt;
  // After its answer has ended, the rest of a response may still be read for a few seconds.
  for (let turn = 0; turn < maxTurns && clock.pendingTimers > 0; turn += 1) {
    await pass();
  }
  return {
    events,
    text: joined(events, "textDelta"),
    reasoning: joined(events, "reasoningDelta"),
    calls: events.flatMap((event) => (event.kind === "toolCall" ? event.call : [])),
    finishReason: events.flatMap((event) => (event.kind === "finished" ? event.reason : [])).at(0),
    failure: error instanceof HubError ? error.failure : undefined,
    error,
    ...consumed,
    elapsedMs,
    pendingTimers: clock.pendingTimers,
  };
}

interface Consumed extends Pick<Outcome, "events" | "error" | "retries"> {
  waits: number;
}

/** Reads the answer to its end; the result also has what it failed with. */
async function consume(
  client: HubClient,
  model: string,
  { onEvent, ...options }: Omit<AskOptions, "token" | "model">,
): Promise<Consumed> {
  const events: StreamEvent[] = [];
  const retries: { attempt: number; delayMs: number }[] = [];
  let waits = 0;
  const stream = client.streamChat(
    { model, messages: [{ role: "user", content: "hi" }] },
    {
      signal: new AbortController().signal,
      onRetry: ({ attempt, delayMs }) => retries.push({ attempt, delayMs }),
      onWaiting: () => {
        waits += 1;
      },
      ...options,
    },
  );
  try {
    for await (const event of stream) {
      events.push(event);
      onEvent?.(event);
    }
    return { events, retries, waits, error: undefined };
  } catch (error) {
    return { events, retries, waits, error };
  }
}

export function clientOf(
  baseUrl: string,
  given: Partial<ConstructorParameters<typeof HubClient>[0]> = {},
): HubClient {
  return new HubClient({
    baseUrl,
    token: () => Promise.resolve(canaryToken),
    fetch: globalThis.fetch,
    clock: new FakeClock(),
    random: () => 0.5,
    userAgent: "ai-hub-test/1",
    ...given,
  });
}

/** Every text of an error that could be shown or written. */
export function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return JSON.stringify(error) ?? "";
  }
  return [
    error.message,
    JSON.stringify(error),
    error instanceof HubError ? JSON.stringify(error.failure) : "",
    everythingOf(error.cause),
  ].join("\n");
}

function joined(events: readonly StreamEvent[], kind: "textDelta" | "reasoningDelta"): string {
  return events.map((event) => (event.kind === kind ? event.text : "")).join("");
}

/** Observes how much of the present response the client has read. */
class Traffic {
  #isUnderWay = false;
  #hasHeaders = false;
  #bytesRead = 0;

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.#isUnderWay = true;
    this.#hasHeaders = false;
    this.#bytesRead = 0;
    try {
      const response = await globalThis.fetch(input, init);
      this.#hasHeaders = true;
      const { body } = response;
      if (body) {
        Object.defineProperty(response, "body", {
          value: { getReader: () => this.#watched(body.getReader()) },
        });
      } else {
        this.#isUnderWay = false;
      }
      return response;
    } catch (error) {
      this.#isUnderWay = false;
      throw error;
    }
  };

  canOnlyWait(server: Askable): boolean {
    const hasReadAll = this.#bytesRead === server.bytesWritten;
    return (
      !this.#isUnderWay ||
      (server.isStalled && hasReadAll && (this.#hasHeaders || server.bytesWritten === 0))
    );
  }

  #watched(reader: ReadableStreamDefaultReader<Uint8Array>) {
    const ended = (): void => {
      this.#isUnderWay = false;
    };
    return {
      read: async () => {
        try {
          const piece = await reader.read();
          this.#bytesRead += piece.value?.length ?? 0;
          if (piece.done) {
            ended();
          }
          return piece;
        } catch (error) {
          ended();
          throw error;
        }
      },
      cancel: async () => {
        ended();
        await reader.cancel();
      },
    };
  }
}
