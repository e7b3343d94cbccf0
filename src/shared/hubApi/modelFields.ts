export const contextLengthFields = [
  "context_length",
  "max_model_len",
  "context_window",
  "max_context_length",
  "max_input_tokens",
] as const;

/** The field of the output limit: OpenAI's reasoning models refuse `max_tokens`; many servers know only that. */
export function outputLimitField(model: string): string {
  return /(?:^|\/)(?:o\d|gpt-5)/u.test(model) ? "max_completion_tokens" : "max_tokens";
}
