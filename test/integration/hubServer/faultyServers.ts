import {
  answers,
  dataEvents,
  namedEvents,
  streams,
  type UpstreamHandler,
} from "../../support/modelServer/fakeUpstream.ts";

/** How a model server may fail before it has sent a word of its answer. */
export interface Fault {
  readonly name: string;
  readonly handle: UpstreamHandler;
  /** True if the server began to work, and so charges. */
  readonly costs?: boolean;
}

const chunk = (delta: object, rest: object = {}): object => ({
  id: "c",
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason: null }],
  ...rest,
});

export const cut: UpstreamHandler = (_, response) => response.destroy();

export const busyFor =
  (seconds: string): UpstreamHandler =>
  (_, response) => {
    response.writeHead(429, { "content-type": "application/json", "retry-after": seconds });
    response.end('{"error":{"message":"slow down"}}');
  };

function page(status: number): UpstreamHandler {
  return (_, response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<h1>Sign in</h1>");
  };
}

function raw(text: string): UpstreamHandler {
  return (_, response) => response.socket?.end(text);
}

/** Sends this much of a stream and breaks off. */
export function brokenAfter(...pieces: readonly string[]): UpstreamHandler {
  return (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    for (const piece of pieces) {
      response.write(piece);
    }
    setImmediate(() => response.destroy());
  };
}

/** Of any request. */
export const earlyFaults: readonly Fault[] = [
  { name: "cuts the connection", handle: cut },
  { name: "answers what is not HTTP", handle: raw("220 mail.example.com ESMTP\r\n\r\n") },
  { name: "ends the connection in its head", handle: raw("HTTP/1.1 200 OK\r\ncontent-ty") },
  { name: "answers 500", handle: answers({ error: { message: "no" } }, 500) },
  { name: "answers 503 in another form", handle: answers({ detail: "loading" }, 503) },
  {
    name: "answers 504 without a body",
    handle: (_, response) => response.writeHead(504).end(),
  },
  { name: "answers 529", handle: answers({ type: "error", error: { type: "overloaded" } }, 529) },
  { name: "answers a page of 502", handle: page(502) },
  { name: "answers a page of 200", handle: page(200) },
  { name: "answers 204", handle: (_, response) => response.writeHead(204).end() },
  { name: "answers 429 for a minute", handle: busyFor("60") },
  { name: "answers 429 for an unknown time", handle: answers({ error: { message: "busy" } }, 429) },
  {
    name: "answers in an unknown compression",
    handle: (_, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("x"),
  },
  { name: "answers 200 with an error", handle: answers({ error: { message: "out of memory" } }) },
];

/** Of a stream. */
export const streamFaults: readonly Fault[] = [
  { name: "breaks off after its head", handle: brokenAfter(), costs: true },
  { name: "breaks off after comments", handle: brokenAfter(": ping\n\n"), costs: true },
  {
    name: "breaks off after the role",
    handle: brokenAfter(dataEvents(chunk({ role: "assistant", content: "" }))),
    costs: true,
  },
  {
    name: "breaks off in its first word",
    handle: brokenAfter('data: {"choices":[{"index":0,"delta":{"content":"Half'),
    costs: true,
  },
  {
    name: "streams only an error",
    handle: streams('data: {"error":{"message":"overloaded"}}\n\n'),
  },
  {
    name: "streams its usage and an error",
    handle: streams(
      dataEvents(chunk({}, { usage: { prompt_tokens: 7, completion_tokens: 0 } })),
      'data: {"error":{"message":"overloaded"}}\n\n',
    ),
    costs: true,
  },
  { name: "streams nothing", handle: streams() },
  { name: "streams only its end", handle: streams("data: [DONE]\n\n") },
  {
    name: "streams in the other format",
    handle: streams(
      namedEvents(
        { type: "message_start" },
        { type: "content_block_delta" },
        { type: "message_stop" },
      ),
    ),
  },
  {
    name: "streams a text that is no stream",
    handle: (_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end("Service unavailable, please try again later.");
    },
  },
];

/** Of a whole answer. */
export const wholeFaults: readonly Fault[] = [
  {
    name: "breaks off in a whole answer",
    handle: (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "900" });
      response.write('{"id":"c","choices":[');
      setImmediate(() => response.destroy());
    },
    costs: true,
  },
  {
    name: "answers in the other format",
    handle: answers({
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Yes" }],
    }),
  },
  { name: "answers a list", handle: (_, response) => response.end("[1, 2]") },
];
