import { expect, test } from "vitest";

import type { StreamBody } from "../../../../src/hubServer/http/message.ts";
import { withKeepAlive } from "../../../../src/hubServer/models/keepAlive.ts";
import type { BodySink } from "../../../../src/shared/base/bodySink.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

/** A stream whose writer is a test, and all that it sent. */
class OpenStream {
  readonly clock = new FakeClock();
  sent = "";
  readonly ended: Promise<void>;
  #sink: BodySink | undefined;
  #finish: (() => void) | undefined;

  constructor() {
    const body: StreamBody = (sink) => {
      this.#sink = sink;
      return new Promise((resolve) => {
        this.#finish = resolve;
      });
    };
    this.ended = withKeepAlive(
      body,
      this.clock,
    )({
      write: (chunk) => {
        this.sent += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
        return true;
      },
      drained: () => Promise.resolve(),
    });
  }

  write(chunk: Uint8Array | string): void {
    this.#sink?.write(chunk);
  }

  end(): Promise<void> {
    this.#finish?.();
    return this.ended;
  }
}

test("a silent stream says every 15 s that it is alive", () => {
  const stream = new OpenStream();
  stream.clock.advance(14_999);
  expect(stream.sent).toBe("");
  stream.clock.advance(30_001);
  expect(stream.sent).toBe(": keepalive\n\n".repeat(3));
});

test("what is written starts the silence anew", () => {
  const stream = new OpenStream();
  stream.clock.advance(10_000);
  stream.write("data: 1\n\n");
  stream.clock.advance(10_000);
  stream.write(new TextEncoder().encode("data: 2\n\n"));
  stream.clock.advance(10_000);
  expect(stream.sent).toBe("data: 1\n\ndata: 2\n\n");
});

test("nothing is put inside an event that is not complete yet", () => {
  const stream = new OpenStream();
  stream.write('data: {"half":');
  stream.clock.advance(60_000);
  stream.write("1}\r\n\r\n");
  stream.clock.advance(15_000);
  expect(stream.sent).toBe('data: {"half":1}\r\n\r\n: keepalive\n\n');
});

test("after the end nothing more comes and no timer is left", async () => {
  const stream = new OpenStream();
  await stream.end();
  stream.clock.advance(60_000);
  expect(stream.sent).toBe("");
  expect(stream.clock.pendingTimers).toBe(0);
});
