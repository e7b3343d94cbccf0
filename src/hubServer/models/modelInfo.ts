import { fieldsOf, listOf } from "../formats/base/fields.ts";
import { type ChatFormat, chatFormats } from "../formats/chatFormat.ts";

export interface ModelInfo {
  readonly id: string;
  readonly created: number;
  readonly owned_by: string;
  readonly [field: string]: unknown;
}

export function builtInModel(id: string, name: string, description: string): ModelInfo {
  return {
    id,
    object: "model",
    created: 1_767_225_600,
    owned_by: "hub-local",
    name,
    description,
    context_length: 32_768,
    max_model_len: 32_768,
    max_output_tokens: 4_096,
    type: "chat",
    architecture: { input_modalities: ["text"], output_modalities: ["text"] },
    capabilities: {
      streaming: true,
      tools: true,
      parallel_tools: false,
      vision: false,
      thinking: false,
      json_schema: false,
    },
    supported_parameters: ["max_tokens", "tools"],
    pricing: { prompt: "0", completion: "0", currency: "USD" },
    hub: { formats: chatFormats, policy: "allowed" },
  };
}

export function withFormats(model: ModelInfo, own: ChatFormat): ModelInfo {
  const hub = fieldsOf(model["hub"]);
  const isChat = model["type"] === undefined || model["type"] === "chat";
  const formats = [...new Set([own, ...chatFormats])];
  return isChat && listOf(hub["formats"]).length === 0
    ? { ...model, hub: { ...hub, formats } }
    : model;
}

export function withFim(model: ModelInfo): ModelInfo {
  const hub = fieldsOf(model["hub"]);
  const listed = listOf(hub["formats"]);
  const formats = listed.length > 0 ? listed : chatFormats;
  return {
    ...model,
    capabilities: { ...fieldsOf(model["capabilities"]), fim: true },
    hub: { ...hub, formats: [...new Set([...formats, "completions"])] },
  };
}

export function withoutFim(model: ModelInfo): ModelInfo {
  const { fim: _fim, ...capabilities } = fieldsOf(model["capabilities"]);
  return { ...model, capabilities };
}
