import type { FailureKind } from "../../../src/shared/failures/failure.ts";
import type { Step } from "./faultServer.ts";

export const positions = [
  "before headers",
  "after headers",
  "after role",
  "mid text",
  "mid tool arguments",
  "after finish",
  "after end",
] as const;

export type Position = (typeof positions)[number];

export const faults = [
  "clean end",
  "reset",
  "stall",
  "one byte a second",
  "comments only",
  "bad JSON",
  "error object",
  "error event",
  "error string",
  "HTML splice",
  "NUL and invalid UTF-8",
  "byte order mark",
  "10 MB line",
  "duplicate chunk",
  "bad index",
  "unknown event",
  "second terminal",
  "bytes after terminal",
] as const;

export type Fault = (typeof faults)[number];

/** The expected result of a case, for every way of cutting it. */
export interface Expected {
  /** Undefined if the answer is complete. */
  readonly kind: FailureKind | undefined;
  readonly text: string;
  readonly hasCall: boolean;
}

/** Planted in text that must never be shown. */
export const payloadCanary = "PAYLOAD-CANARY";

/**
 * The pieces of an answer with a fault among them. If the fault ends the answer, the later pieces
 * are lost.
 */
export interface FaultCase {
  readonly expected: Expected;
  /** Whether the response has begun before the fault. */
  readonly hasHead: boolean;
  /** One piece per event; `"\n"` stands for the newline of the test. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** The steps after the pieces. */
  readonly ending: readonly Step[];
}

export const wholeText = "Olá, mundo 🌍";
export const complete: Expected = { kind: undefined, text: wholeText, hasCall: true };
export const end: readonly Step[] = [{ do: "end" }];
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Before the headers there is no answer yet, so most faults are impossible. */
export function caseBeforeHeaders(fault: Fault): FaultCase | undefined {
  switch (fault) {
    case "clean end":
      return fails([{ do: "close" }], "truncated");
    case "reset":
      return fails([{ do: "reset" }], "truncated");
    case "stall":
      return fails([{ do: "stall" }], "first_byte_timeout");
    case "HTML splice":
      return fails([{ do: "close" }], "not_a_hub", ["<html>\n<h1>502</h1>\n</html>\n"]);
    default:
      return undefined;
  }
}

function fails(
  ending: readonly Step[],
  kind: FailureKind,
  pieces: readonly string[] = [],
): FaultCase {
  return {
    hasHead: false,
    pieces,
    ending,
    expected: { kind, text: "", hasCall: false },
  };
}

/** The parts of an answer, in the order of sending. */
type AnswerPart = "role" | "firstText" | "secondText" | "callStart" | "callEnd" | "finish" | "end";

/** The parts of an answer that were sent before a position. */
export const before: Readonly<Record<Position, readonly AnswerPart[]>> = {
  "before headers": [],
  "after headers": [],
  "after role": ["role"],
  "mid text": ["role", "firstText"],
  "mid tool arguments": ["role", "firstText", "secondText", "callStart"],
  "after finish": ["role", "firstText", "secondText", "callStart", "callEnd", "finish"],
  "after end": ["role", "firstText", "secondText", "callStart", "callEnd", "finish", "end"],
};

/** The text that has arrived by then. */
export const textBefore: Readonly<Record<Position, string>> = {
  "before headers": "",
  "after headers": "",
  "after role": "",
  "mid text": "Olá, ",
  "mid tool arguments": wholeText,
  "after finish": wholeText,
  "after end": wholeText,
};
