import { duplexPair } from "node:stream";

import { expect, test } from "vitest";

import { FrameChannel } from "../../../../src/hubServer/workers/frames.ts";

interface End {
  readonly values: unknown[];
  closed: number;
  readonly channel: FrameChannel;
}

function endOf(stream: ConstructorParameters<typeof FrameChannel>[0], head?: Buffer): End {
  const values: unknown[] = [];
  const end = {
    values,
    closed: 0,
    channel: new FrameChannel(
      stream,
      {
        onValue: (value) => values.push(value),
        onClose: () => {
          end.closed += 1;
        },
      },
      head,
    ),
  };
  return end;
}

const values = [{ a: 1 }, "olá €", [], null, { long: "x".repeat(200_000) }, 2];

test("values come whole and in order, both ways", async () => {
  const [one, other] = duplexPair();
  const [left, right] = [endOf(one), endOf(other)];
  for (const value of values) {
    left.channel.send(value);
    right.channel.send(value);
  }
  await expect.poll(() => [left.values, right.values]).toEqual([values, values]);
});

test.each([1, 3, 7, 4_096])(
  "bytes that come in pieces of %i make the same values",
  async (size) => {
    const [recorder, tap] = duplexPair();
    const sender = new FrameChannel(recorder, { onValue: () => 0, onClose: () => 0 });
    const short = [{ a: 1 }, "olá €", [], { b: "y".repeat(300) }, null];
    const pieces: Buffer[] = [];
    tap.on("data", (piece: Buffer) => pieces.push(piece));
    for (const value of short) {
      sender.send(value);
    }
    await expect.poll(() => Buffer.concat(pieces).length).toBeGreaterThan(340);
    const bytes = Buffer.concat(pieces);

    const [source, stream] = duplexPair();
    const end = endOf(stream, bytes.subarray(0, size));
    for (let at = size; at < bytes.length; at += size) {
      source.write(bytes.subarray(at, at + size));
    }
    await expect.poll(() => end.values).toEqual(short);
  },
);

test("bytes that are no frame close the channel, once, and nothing is sent any more", async () => {
  const [source, stream] = duplexPair();
  const end = endOf(stream);
  source.write(Buffer.from("GET / HTTP/1.1\r\n"));
  await expect.poll(() => end.closed).toBe(1);
  end.channel.send({ a: 1 });
  expect(end.values).toEqual([]);
});

test("the end of one side closes the other", async () => {
  const [one, other] = duplexPair();
  const [left, right] = [endOf(one), endOf(other)];
  one.end();
  await expect.poll(() => right.closed).toBe(1);
  left.channel.close();
  await expect.poll(() => left.closed).toBe(1);
});

test("a channel that the other side does not read closes before it holds all the memory", async () => {
  const [one] = duplexPair();
  const end = endOf(one);
  const large = "x".repeat(8 * 1024 * 1024);
  for (let count = 0; count < 12; count += 1) {
    end.channel.send(large);
  }
  await expect.poll(() => end.closed).toBe(1);
});
