import { HubError } from "../errors/hubError.ts";
import type { AnswerReader } from "./answerReader.ts";
import type { StreamEvent } from "./chatTypes.ts";
import { readEnding } from "./ending.ts";

/** Throws a `HubError` if the answer only pauses or its model broke off. */
export function lastEvents(
  finishReason: string,
  reader: Pick<AnswerReader, "toolCalls">,
): readonly StreamEvent[] {
  const { kind, reason } = readEnding(finishReason);
  if (kind === "pause" || kind === "interrupted") {
    throw new HubError({ kind: kind === "pause" ? "paused" : "truncated", hubCode: reason });
  }
  const calls = reader.toolCalls();
  const finished = {
    kind: "finished",
    reason: kind === "malformed" ? "tool_calls" : reason,
  } as const;
  if (kind === "unknown") {
    const failure = { kind: "unknown_end", hubCode: reason } as const;
    return [{ kind: "notice", failure }, ...calls, finished];
  }
  return finished.reason === "tool_calls" && calls.length === 0
    ? [{ kind: "notice", failure: { kind: "call_not_run" } }, finished]
    : [...calls, finished];
}
