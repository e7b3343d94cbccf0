/**
 * How the hub asks a model: `chat` by a chat request, `suffix` in the legacy form (Ollama, DeepSeek), `mistral` and
 * `infill` by the server's own call (Mistral, llama.cpp). Else the hub builds the prompt with the family's control
 * tokens.
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
