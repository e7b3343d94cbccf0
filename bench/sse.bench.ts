/**
 * From bytes to text: our client against openai-node, a hand-written scan without any checks, and
 * the floor (only `JSON.parse` of every event). Interleaved in one process; best of several rounds.
 * "per event" sends each event as its own chunk, as a slow network does.
 */
import OpenAI from "openai";

import { HubClient } from "../src/hub/calls/hubClient.ts";
import { systemClock } from "../src/shared/base/clock.ts";

const eventCount = 50_000;
const rounds = 5;
const goals = { handScan: 1.1, openai: 0.25 };

const encoder = new TextEncoder();
const chunks = Array.from({ length: eventCount }, (_, index) =>
  JSON.stringify({
    id: "chatcmpl-0123456789",
    object: "chat.completion.chunk",
    created: 1_767_225_600,
    model: "hub-demo",
    choices: [
      {
        index: 0,
        delta: index === eventCount - 1 ? {} : { content: ` tok${index % 100}` },
        finish_reason: index === eventCount - 1 ? "stop" : null,
      },
    ],
  }),
);
const perEvent = [...chunks, "[DONE]"].map((data) => encoder.encode(`data: ${data}\n\n`));
const whole = new Uint8Array(Buffer.concat(perEvent));
const in16KiB = Array.from({ length: Math.ceil(whole.length / 16_384) }, (_, index) =>
  whole.subarray(index * 16_384, (index + 1) * 16_384),
);

/** Reads an answer that comes in these chunks; returns the length of its text. */
type Candidate = (pieces: readonly Uint8Array[]) => Promise<number>;

const candidates: Readonly<Record<string, Candidate>> = {
  floor: () => Promise.resolve(chunks.reduce((sum, chunk) => sum + textOf(chunk).length, 0)),

  "hand scan": async (pieces) => {
    let length = 0;
    for await (const text of scanByHand(pieces)) {
      length += text.length;
    }
    return length;
  },

  ours: async (pieces) => {
    const client = new HubClient({
      baseUrl: "http://127.0.0.1",
      token: () => Promise.resolve("sk_hub_benchmark"),
      fetch: () => Promise.resolve(responseOf(pieces)),
      clock: systemClock,
      random: Math.random,
    });
    const { signal } = new AbortController();
    let length = 0;
    for await (const event of client.streamChat({ model: "m", messages: [] }, { signal })) {
      length += event.kind === "textDelta" ? event.text.length : 0;
    }
    return length;
  },

  "openai-node": async (pieces) => {
    const client = new OpenAI({
      apiKey: "sk_hub_benchmark",
      baseURL: "http://127.0.0.1",
      fetch: () => Promise.resolve(responseOf(pieces)),
    });
    const stream = await client.chat.completions.create({ model: "m", messages: [], stream: true });
    let length = 0;
    for await (const chunk of stream) {
      length += chunk.choices[0]?.delta.content?.length ?? 0;
    }
    return length;
  },
};

async function* scanByHand(pieces: readonly Uint8Array[]): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of responseOf(pieces).body ?? []) {
    rest += decoder.decode(piece, { stream: true });
    let start = 0;
    for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n", start)) {
      const data = rest.slice(start + "data: ".length, end);
      start = end + 2;
      if (data !== "[DONE]") {
        yield textOf(data);
      }
    }
    rest = rest.slice(start);
  }
}

function textOf(chunk: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are our own chunks
  const { choices } = JSON.parse(chunk) as { choices: [{ delta: { content?: string } }] };
  return choices[0].delta.content ?? "";
}

function responseOf(pieces: readonly Uint8Array[]): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[next];
      next += 1;
      if (piece) {
        controller.enqueue(piece);
      } else {
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function bestOf(pieces: readonly Uint8Array[]): Promise<ReadonlyMap<string, number>> {
  const expected = await candidates["floor"]?.(pieces);
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, candidate] of Object.entries(candidates)) {
      const start = performance.now();
      const length = await candidate(pieces);
      const ms = performance.now() - start;
      if (length !== expected) {
        throw new Error(`${name} read ${length} characters in place of ${expected}`);
      }
      best.set(name, Math.min(ms, best.get(name) ?? Number.POSITIVE_INFINITY));
    }
  }
  return best;
}

const rows: Record<string, string | number>[] = [];
for (const [name, pieces] of Object.entries({ "16 KiB": in16KiB, "per event": perEvent })) {
  const best = await bestOf(pieces);
  const ours = best.get("ours") ?? Number.NaN;
  for (const [candidate, ms] of best) {
    rows.push({
      pieces: name,
      candidate,
      "µs an event": Number(((ms * 1000) / eventCount).toFixed(2)),
      "ours ÷ it": Number((ours / ms).toFixed(2)),
      goal:
        { "hand scan": `≤ ${goals.handScan}`, "openai-node": `≤ ${goals.openai}` }[candidate] ?? "",
    });
  }
}
console.table(rows);
