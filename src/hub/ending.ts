/** The meaning of a server's finish reason. */
export interface Ending {
  /**
   * `pause`: the model continues if asked again. `interrupted`: the model server broke off. `malformed`: the model
   * wrote a call that its server could not read.
   */
  readonly kind: "final" | "pause" | "interrupted" | "malformed" | "unknown";
  /** A known reason under one name for all formats; an unknown reason as it came. */
  readonly reason: string;
}

/**
 * Finish reasons by meaning, in lower case: those of the OpenAI and Anthropic formats, and those that gateways
 * pass through from Gemini, Bedrock, Cohere, Mistral, DeepSeek, vLLM, TGI and Zhipu.
 */
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

/**
 * Chooses between a gateway's own reason and the model's (`native_finish_reason`, as OpenRouter and this
 * project's hub send it): a gateway's `stop` must not hide that the model only paused.
 */
export function tellingReason(reason: string, native: unknown): string {
  if (typeof native !== "string" || native === "") {
    return reason;
  }
  const own = readEnding(reason).reason;
  const { kind } = readEnding(native);
  const hides = own === "stop" || (own === "length" && kind === "pause");
  return hides && kind !== "final" ? native : reason;
}

/** Whether this reason means that the answer was cut off, so that its tool calls may be incomplete. */
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

/**
 * Whether a text that is no JSON was cut on its way. If it ends in a closing bracket it was malformed: a cut hardly
 * ever falls exactly there.
 */
export function isCutJson(text: string): boolean {
  return !/[}\]]\s*$/u.test(text.slice(-100));
}
