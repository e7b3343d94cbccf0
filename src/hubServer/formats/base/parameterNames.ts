/** The names of the limit; the first one that is set counts, as at OpenAI. */
export const limitNames = ["max_completion_tokens", "max_tokens"] as const;

export function limitNamesOf(format: string): readonly string[] {
  return format === "responses" ? ["max_output_tokens"] : limitNames;
}

/** Further names of the limit, which some servers (llama.cpp) read; the hub only lowers them. */
export const otherLimitNames = [
  "max_output_tokens",
  "max_new_tokens",
  "max_gen_len",
  "max_length",
  "max_tokens_to_sample",
  "n_predict",
  "num_predict",
] as const;

export const choiceNames = ["n", "best_of", "num_return_sequences", "candidate_count"] as const;

/** The maximum of choices, as at OpenAI. */
export const maxChoices = 128;

export const toolFields = [
  "tools",
  "functions",
  "function_call",
  "mcp_servers",
  "plugins",
  "web_search",
  "web_search_options",
  "search_parameters",
  "enable_search",
] as const;

/** Fields with which a gateway would call another model or server. */
export const otherModelFields = new Set([
  "models",
  "fallbacks",
  "fallback_models",
  "context_window_fallbacks",
  "content_policy_fallbacks",
  "model_list",
  "api_base",
  "base_url",
]);

/** Some gateways read the fields inside these as if they were outside. */
export const nestedBodies = new Set(["extra_body", "options", "generation_config"]);

/** Fields by which the hub decides, or which a policy may force or cap. */
const judgedNames: readonly string[] = [
  "model",
  "messages",
  "system",
  "input",
  "instructions",
  "prompt",
  "previous_response_id",
  "conversation",
  "background",
  "store",
  "reasoning",
  "stream",
  "stream_options",
  "tool_choice",
  "temperature",
  "top_p",
  "top_k",
  "stop",
  "stop_sequences",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "reasoning_effort",
  "thinking",
  "response_format",
  "dimensions",
  "encoding_format",
  "user",
  ...limitNames,
  ...otherLimitNames,
  ...choiceNames,
  ...toolFields,
  ...otherModelFields,
  ...nestedBodies,
];

const folded = new Map<string, string>();
const maxFolded = 1_000;

const judgedByFolded = new Map(judgedNames.map((name) => [foldName(name), name]));

/**
 * Reads a name as the most lenient server: Go's JSON parser ignores case, and Protocol Buffers accept `maxTokens` for
 * `max_tokens`.
 */
export function foldName(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) {
    return known;
  }
  const read = name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (folded.size < maxFolded && name.length < 40) {
    folded.set(name, read);
  }
  return read;
}

export function judgedName(name: string): string | undefined {
  return judgedByFolded.get(foldName(name));
}
