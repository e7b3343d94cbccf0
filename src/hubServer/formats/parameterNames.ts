/** What limits an answer, in both formats. The first that is given counts, as in OpenAI's API. */
export const limitNames = ["max_completion_tokens", "max_tokens"] as const;

/** What some servers go by instead, or before the others (llama.cpp): lowered to the limit, never one itself. */
export const otherLimitNames = [
  "max_output_tokens",
  "max_new_tokens",
  "max_gen_len",
  "max_length",
  "max_tokens_to_sample",
  "n_predict",
  "num_predict",
] as const;

/** How many answers a server makes, whichever of these it goes by. */
export const choiceNames = ["n", "best_of", "num_return_sequences", "candidate_count"] as const;

/** As many answers as OpenAI takes. */
export const maxChoices = 128;

/** What lets a model use tools: its client's, or its server's own. */
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

/** What makes a gateway ask another model, or another server, than `model` says. */
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

/** Fields whose own fields some gateways read as if they stood beside them. */
export const nestedBodies = new Set(["extra_body", "options", "generation_config"]);

/** Whatever decides something here, or may be forced or capped by a policy. */
const judgedNames: readonly string[] = [
  "model",
  "messages",
  "system",
  "input",
  "prompt",
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

/** The names of requests are few, and come again with each message. */
const folded = new Map<string, string>();
const maxFolded = 1_000;

const judgedByFolded = new Map(judgedNames.map((name) => [foldName(name), name]));

/**
 * A name as the most lenient server reads it: Go's parser knows no case, and Protocol Buffers take `maxTokens`
 * for `max_tokens`.
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

/** The judged name that a name may be read as, itself included; undefined for a name that decides nothing. */
export function judgedName(name: string): string | undefined {
  return judgedByFolded.get(foldName(name));
}
