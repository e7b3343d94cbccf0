/**
 * How a model fills in the middle: `chat` is asked for the hole in a chat; `suffix` takes the legacy form as it is (Ollama, DeepSeek), `mistral` has a
 * call of its own with it, `infill` is llama.cpp's; of the others the hub builds the prompt with the control tokens of
 * the model's family.
 */
export const fimForms = [
  "chat",
  "suffix",
  "mistral",
  "infill",
  "qwen",
  "codegemma",
  "starcoder",
  "deepseek",
  "codellama",
  "codestral",
] as const;

export type FimForm = (typeof fimForms)[number];
