export interface Ending {
  /**
   * `pause`: the model continues if asked again. `interrupted`: the model server broke off. `malformed`: the server
   * could not read the model's call.
   */
  readonly kind: "final" | "pause" | "interrupted" | "malformed" | "unknown";
  readonly reason: string;
}

/** Finish reasons of many vendors, some through gateways. */
const reasons = {
  stop: "stop end_turn stop_sequence eos eos_token end_of_turn end complete completed finish finished done",
  tool_calls: "tool_calls tool_call tool_use function_call function_calls",
  length:
    "length max_tokens max_output_tokens max_completion_tokens max_length model_length token_limit model_context_window_exceeded context_window_exceeded",
  content_filter:
    "content_filter content_filtered refusal safety recitation blocklist prohibited_content spii image_safety guardrail_intervened sensitive error_toxic moderation",
  pause: "pause_turn pause paused compaction incomplete in_progress",
  interrupted:
    "abort aborted cancelled canceled network_error timeout insufficient_system_resource error_limit",
  malformed: "malformed_function_call malformed_tool_use malformed_model_output",
};

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([meaning, words]) =>
    words.split(" ").map((word) => [word, meaning] as const),
  ),
);

export function readEnding(reason: string): Ending {
  const meaning = meanings.get(reason.toLowerCase());
  switch (meaning) {
    case undefined:
      return { kind: "unknown", reason: reason.slice(0, 100) };
    case "pause":
    case "interrupted":
    case "malformed":
      return { kind: meaning, reason: reason.slice(0, 100) };
    default:
      return { kind: "final", reason: meaning };
  }
}

/** The reason that counts: a gateway's `stop` must not hide the model's pause. */
export function tellingReason(reason: string, native: unknown): string {
  if (typeof native !== "string" || native === "") {
    return reason;
  }
  const own = readEnding(reason).reason;
  const { kind } = readEnding(native);
  const hides = own === "stop" || (own === "length" && kind === "pause");
  return hides && kind !== "final" ? native : reason;
}

/** True if the answer's tool calls may be incomplete. */
export function isCut(reason: string | undefined): boolean {
  const ending = readEnding(reason ?? "stop");
  return (
    ending.kind === "pause" ||
    ending.kind === "interrupted" ||
    ending.kind === "malformed" ||
    ending.reason === "length" ||
    ending.reason === "content_filter"
  );
}

/** False if the text ends with a closing bracket, because a cut is rarely exactly there. */
export function isCutJson(text: string): boolean {
  return !/[}\]]\s*$/u.test(text.slice(-100));
}
