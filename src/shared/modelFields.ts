/** The names under which model servers list a model's context, the most telling first. */
export const contextLengthFields = [
  "context_length",
  "max_model_len",
  "context_window",
  "max_context_length",
  "max_input_tokens",
] as const;
