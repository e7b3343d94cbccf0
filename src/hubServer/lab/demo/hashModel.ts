import { ApiError } from "../../http/apiError.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import {
  type EmbeddingCall,
  type EmbeddingOrder,
  embeddingOrder,
} from "../../models/embeddingCall.ts";
import { builtInModel, type ModelInfo } from "../../models/modelInfo.ts";
import type { Model } from "../../models/modelSource.ts";
import { hashEmbedding } from "./hashEmbedding.ts";

export const hashModelId = "hub-hash-512";

const maxDimensions = 512;
const maxInputTokens = 8_192;
const maxTotalTokens = 300_000;

export function hashModelInfo(): ModelInfo {
  const info = builtInModel(
    hashModelId,
    "Hub hash 512",
    "Not a language model: a lexical embedding that is computed in the hub. Texts that share words are near " +
      "each other. Não é um modelo de linguagem: um embedding léxico, calculado no próprio hub.",
  );
  return {
    ...info,
    context_length: maxInputTokens,
    max_model_len: maxInputTokens,
    max_output_tokens: 0,
    type: "embedding",
    architecture: { input_modalities: ["text"], output_modalities: ["embeddings"] },
    capabilities: { streaming: false, tools: false, vision: false },
    supported_parameters: ["dimensions", "encoding_format"],
    dimensions: maxDimensions,
    hub: { formats: ["openai"], policy: "allowed" },
  };
}

export const hashModel: Model = {
  isEstimated: true,
  embed: (call, { tap }) => {
    const { inputTokens } = call;
    const order = embeddingOrder(call);
    checkSizes(call, order);
    tap.report({ inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 });
    return Promise.resolve(embeddingResponse(call, order));
  },
};

function checkSizes({ inputTokens }: EmbeddingCall, { inputs, dimensions }: EmbeddingOrder): void {
  if (dimensions !== undefined && dimensions > maxDimensions) {
    throw new ApiError(400, `This model has at most ${maxDimensions} dimensions.`, {
      code: "invalid_value",
      param: "dimensions",
    });
  }
  const longest = Math.max(
    ...inputs.map((input) => input.length / (typeof input === "string" ? 4 : 1)),
  );
  if (longest > maxInputTokens || inputTokens > maxTotalTokens) {
    throw new ApiError(
      400,
      `This model takes about ${maxInputTokens} tokens of one input and ${maxTotalTokens} of all.`,
      { code: "context_length_exceeded", param: "input" },
    );
  }
}

function embeddingResponse(
  { model, inputTokens }: EmbeddingCall,
  { inputs, isBase64, dimensions = maxDimensions }: EmbeddingOrder,
): HubResponse {
  return jsonResponse(200, {
    object: "list",
    data: inputs.map((input, index) => {
      const vector = hashEmbedding(input, dimensions);
      return {
        object: "embedding",
        index,
        // Base64 of little-endian 32-bit floats, as OpenAI sends them.
        embedding: isBase64 ? Buffer.from(vector.buffer).toString("base64") : [...vector],
      };
    }),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  });
}
