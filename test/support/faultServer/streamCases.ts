import type { FailureKind } from "../../../src/shared/failures/failure.ts";
import {
  bytes,
  before,
  caseBeforeHeaders,
  complete,
  end,
  type Expected,
  type Fault,
  type FaultCase,
  payloadCanary,
  type Position,
  textBefore,
  wholeText,
} from "./faultCase.ts";
import type { Step } from "./faultServer.ts";

const chunk = (delta: unknown, finishReason: string | null = null): string =>
  event({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m1",
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const call = (fields: unknown, args: string): string =>
  chunk({
    tool_calls: [
      {
        ...(fields as object),
        function: { ...(args === "" ? { name: "look" } : {}), arguments: args },
      },
    ],
  });

const answer = {
  role: [chunk({ role: "assistant", content: "" })],
  firstText: [chunk({ content: "Olá, " })],
  secondText: [chunk({ content: "mundo 🌍" })],
  callStart: [call({ index: 0, id: "call_1" }, ""), call({ index: 0 }, '{"pa')],
  callEnd: [call({ index: 0 }, 'th":"a"}')],
  finish: [chunk({}, "tool_calls")],
  end: [
    event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 } }),
    "data: [DONE]\n\n",
  ],
};

/**
 * A fault at a position of a stream of server-sent events; undefined for an impossible combination.
 */
export function streamCase(fault: Fault, position: Position): FaultCase | undefined {
  return position === "before headers" ? caseBeforeHeaders(fault) : casesAt(position)[fault];
}

function casesAt(position: Position): Readonly<Partial<Record<Fault, FaultCase>>> {
  const hasEnded = position === "after finish" || position === "after end";
  const head = before[position].flatMap((name) => answer[name]);
  const rest = Object.values(answer).flat().slice(head.length);
  const text = textBefore[position];
  const cut = (kind: FailureKind): Expected => ({ kind, text, hasCall: false });
  const withText = (added: string): Expected => ({
    ...complete,
    text: text + added + wholeText.slice(text.length),
  });
  const stops = (kind: FailureKind, ending: readonly Step[]): FaultCase => ({
    hasHead: true,
    pieces: head,
    ending,
    expected: hasEnded ? complete : cut(kind),
  });
  const goesOn = (piece: string | Uint8Array, expected: Expected): FaultCase => ({
    hasHead: true,
    pieces: [...head, piece, ...rest],
    ending: end,
    expected: hasEnded ? complete : expected,
  });
  return {
    "clean end": stops("truncated", end),
    reset: stops("truncated", [{ do: "reset" }]),
    stall: stops("idle_timeout", [{ do: "stall" }]),
    "one byte a second": stops("idle_timeout", [drip]),
    "comments only": stops("idle_timeout", [{ do: "stall", tick: bytes(": keepalive\n\n") }]),
    "bad JSON": goesOn(brokenChunk, cut("malformed_stream")),
    "error object": goesOn(
      event({ error: { message: "boom", type: "server_error" } }),
      cut("upstream_error"),
    ),
    "error event": goesOn(`event: error\ndata: {"message":"boom"}\n\n`, cut("upstream_error")),
    "error string": goesOn(event({ error: "boom" }), cut("upstream_error")),
    // Lines that are no fields are ignored; at the very beginning, they make the body another kind.
    "HTML splice": goesOn(page, position === "after headers" ? cut("not_a_hub") : complete),
    "NUL and invalid UTF-8": goesOn(invalidUtf8Chunk(), withText("\uFFFD\uFFFD")),
    "byte order mark": goesOn("\uFEFF", complete),
    "10 MB line": goesOn(chunk({ content: longText }), withText(longText)),
    "duplicate chunk": goesOn(answer.firstText.join(""), withText("Olá, ")),
    "bad index": goesOn(call({ index: -1, id: "bad" }, "{}"), cut("malformed_stream")),
    "unknown event": goesOn("event: heartbeat\ndata: not JSON\n\n", complete),
    "second terminal": goesOn(chunk({}, "stop"), secondTerminal(position)),
    ...(hasEnded && {
      "bytes after terminal": goesOn(chunk({ content: payloadCanary }), complete),
    }),
  };
}

const longText = "x".repeat(10_000_000);
const page = "<html><body>\n<h1>502</h1>\n</body></html>\n\n";
const brokenChunk = `data: {"choices":[{"delta":{"content":"${payloadCanary}}]}\n\n`;
/** An event that never ends. */
const drip: Step = {
  do: "stall",
  tick: bytes(`data: {"x":"${"x".repeat(1000)}`),
  bytesPerTick: 1,
};

/** The earlier of two ends counts; a call that is still open then has broken arguments. */
function secondTerminal(position: Position): Expected {
  return position === "mid tool arguments"
    ? // The call comes with the arguments that it has, so that the model is told.
      { kind: undefined, text: wholeText, hasCall: true }
    : { kind: undefined, text: textBefore[position], hasCall: false };
}

/** A comment with NUL in it, then text whose bytes are not UTF-8. */
function invalidUtf8Chunk(): Uint8Array {
  const marked = bytes(`: \0\n\n${chunk({ content: "@@" })}`);
  return marked.map((byte) => (byte === 0x40 ? 0xff : byte));
}
