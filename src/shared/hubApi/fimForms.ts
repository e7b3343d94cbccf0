/**
 * `chat`: by a chat request. `suffix`: the legacy form (Ollama, DeepSeek). `mistral`, `infill`: the server's own call
 * (Mistral, llama.cpp). Else the hub builds the prompt with the family's control tokens.
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
