/**
 * How a model fills in the middle. `chat`: it is asked for the missing text in a chat. `suffix`: its server takes the
 * legacy form as it is (Ollama, DeepSeek). `mistral`, `infill`: its server has a call of its own (Mistral, llama.cpp). For
 * the others the hub builds the prompt with the control tokens of the model's family.
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
