import type { FailureKind } from "../../../src/shared/failures/failure.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  callStart,
  inputDelta,
  messageDelta,
  messageEvent,
  messageStart,
  messageStop,
} from "../messageText.ts";
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

const textDelta = (text: string): string => blockDelta(0, { type: "text_delta", text });

/** In the order of sending; each position lies before one of them. */
const answer = {
  role: [messageStart, blockStart(0, { type: "text", text: "" })],
  firstText: [textDelta("Olá, ")],
  secondText: [textDelta("mundo 🌍"), blockStop(0)],
  callStart: [callStart(1), inputDelta(1, '{"pa')],
  callEnd: [inputDelta(1, 'th":"a"}'), blockStop(1)],
  finish: [messageDelta("tool_use")],
  end: [messageStop],
};

/** A fault at a position of a stream of message events; undefined for an impossible combination. */
export function messageCase(fault: Fault, position: Position): FaultCase | undefined {
  return position === "before headers" ? caseBeforeHeaders(fault) : casesAt(position)[fault];
}

function casesAt(position: Position): Readonly<Partial<Record<Fault, FaultCase>>> {
  // The finish reason is not the end of the stream.
  const hasEnded = position === "after end";
  const head = before[position].flatMap((name) => answer[name]);
  const rest = Object.values(answer).flat().slice(head.length);
  const text = textBefore[position];
  const cut = (kind: FailureKind): Expected => ({ kind, text, hasCall: false });
  const withText = (added: string): Expected =>
    position === "after finish"
      ? complete
      : { ...complete, text: text + added + wholeText.slice(text.length) };
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
    "bad JSON": goesOn(brokenEvent, cut("malformed_stream")),
    "error object": goesOn(
      `data: {"error":{"message":"boom","type":"server_error"}}\n\n`,
      cut("upstream_error"),
    ),
    "error event": goesOn(
      messageEvent("error", { error: { type: "overloaded_error", message: "boom" } }),
      cut("overloaded"),
    ),
    "error string": goesOn(`data: {"error":"boom"}\n\n`, cut("upstream_error")),
    "HTML splice": goesOn(page, position === "after headers" ? cut("not_a_hub") : complete),
    "NUL and invalid UTF-8": goesOn(invalidUtf8Event(), withText("\uFFFD\uFFFD")),
    "byte order mark": goesOn("\uFEFF", complete),
    "10 MB line": goesOn(textDelta(longText), withText(longText)),
    "duplicate chunk": goesOn(textDelta("Olá, "), withText("Olá, ")),
    // Content after the finish reason is ignored.
    "bad index": goesOn(
      blockDelta(-1, { type: "text_delta", text: "x" }),
      position === "after finish" ? complete : cut("malformed_stream"),
    ),
    "unknown event": goesOn("event: heartbeat\ndata: not JSON\n\n", complete),
    "second terminal": goesOn(messageDelta("end_turn") + messageStop, secondTerminal(position)),
    ...(hasEnded && {
      "bytes after terminal": goesOn(textDelta(payloadCanary), complete),
    }),
  };
}

const longText = "x".repeat(10_000_000);
const page = "<html><body>\n<h1>502</h1>\n</body></html>\n\n";
const brokenEvent = `event: content_block_delta\ndata: {"type":"content_block_delta","x":"${payloadCanary}}]}\n\n`;
/** An event that never ends. */
const drip: Step = {
  do: "stall",
  tick: bytes(`data: {"x":"${"x".repeat(1000)}`),
  bytesPerTick: 1,
};

/** The earlier of two ends counts; a call that is still open then is incomplete. */
function secondTerminal(position: Position): Expected {
  if (position === "after finish") {
    return complete;
  }
  return position === "mid tool arguments"
    ? { kind: "malformed_stream", text: wholeText, hasCall: false }
    : { kind: undefined, text: textBefore[position], hasCall: false };
}

/** A comment with NUL in it, then text whose bytes are not UTF-8. */
function invalidUtf8Event(): Uint8Array {
  const marked = bytes(`: \0\n\n${textDelta("@@")}`);
  return marked.map((byte) => (byte === 0x40 ? 0xff : byte));
}
