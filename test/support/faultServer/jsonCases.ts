import type { FailureKind } from "../../../src/shared/failures/failure.ts";
import {
  bytes,
  caseBeforeHeaders,
  complete,
  end,
  type Expected,
  type Fault,
  type FaultCase,
  payloadCanary,
  type Position,
  wholeText,
} from "./faultCase.ts";
import type { Step } from "./faultServer.ts";

const completion = JSON.stringify({
  id: "c1",
  object: "chat.completion",
  model: "m1",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: wholeText,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "look", arguments: '{"path":"a"}' } },
        ],
      },
      finish_reason: "tool_calls",
    },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 5 },
});
const middle = completion.indexOf("mundo");

/**
 * A fault at a position of an answer that is one JSON object; undefined for an impossible
 * combination.
 */
export function jsonCase(fault: Fault, position: Position): FaultCase | undefined {
  switch (position) {
    case "before headers":
      return caseBeforeHeaders(fault);
    case "after headers":
      return { ...breaks(""), ...atBeginning }[fault];
    case "mid text":
      return { ...breaks(completion.slice(0, middle)), ...inMiddle }[fault];
    case "after end":
      return { ...breaks(completion), ...atEnd }[fault];
    default:
      // A single object has no such positions.
      return undefined;
  }
}

type Cases = Readonly<Partial<Record<Fault, FaultCase>>>;

/** Even a complete object counts as cut off until its body ends. */
const breaks = (head: string): Cases => ({
  "clean end": made([head], failing("truncated")),
  reset: made([head], failing("truncated"), [{ do: "reset" }]),
  stall: made([head], failing("idle_timeout"), [{ do: "stall" }]),
  "one byte a second": made([head], failing("idle_timeout"), [{ do: "stall", tick: bytes(" ") }]),
});

const atBeginning: Cases = {
  "error object": made(
    [JSON.stringify({ error: { message: "boom", type: "server_error" } })],
    failing("upstream_error"),
  ),
  "error string": made([JSON.stringify({ error: "boom" })], failing("upstream_error")),
  "HTML splice": made(["<html><h1>502</h1></html>", completion], failing("not_a_hub")),
  "byte order mark": made(["\uFEFF", completion], complete),
  "bad index": made([completion.replace('"index":0', '"index":-1')], failing("malformed_stream")),
};

const inMiddle: Cases = {
  "bad JSON": spliced(`"${payloadCanary}]`, failing("malformed_stream")),
  "HTML splice": spliced("<html><h1>502</h1></html>"),
  "NUL and invalid UTF-8": spliced(new Uint8Array([0xff]), withText("\uFFFD")),
  "10 MB line": spliced("x".repeat(10_000_000)),
};

const atEnd: Cases = {
  "clean end": made([completion], complete),
  "bad JSON": made([completion, `"${payloadCanary}]`], failing("malformed_stream")),
  "HTML splice": made([completion, "<html><h1>502</h1></html>"], failing("truncated")),
  "bytes after terminal": made([completion, "\n\n "], complete),
};

/** The whole answer with a piece inserted in the middle of its text. */
function spliced(piece: string | Uint8Array, expected = withText(String(piece))): FaultCase {
  return made([completion.slice(0, middle), piece, completion.slice(middle)], expected);
}

function withText(added: string): Expected {
  return { ...complete, text: wholeText.replace("mundo", `${added}mundo`) };
}

function failing(kind: FailureKind): Expected {
  return { kind, text: "", hasCall: false };
}

function made(
  pieces: readonly (string | Uint8Array)[],
  expected: Expected,
  ending: readonly Step[] = end,
): FaultCase {
  return { hasHead: true, pieces: pieces.filter((piece) => piece !== ""), ending, expected };
}
