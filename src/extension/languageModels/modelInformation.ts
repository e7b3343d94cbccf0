import type { HubModel } from "../../shared/hubApi/model.ts";

export interface ModelInformation {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly version: string;
  readonly detail: string;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  readonly capabilities: { readonly imageInput: boolean; readonly toolCalling: boolean };
}

/** The limit for models whose limit is unknown, as of the smallest models: the editor requires a number. */
const assumedContext = 32_000;
const assumedOutput = 4_096;

export function modelInformation(models: readonly HubModel[]): ModelInformation[] {
  return models
    .filter(({ type, locked }) => (type === undefined || type === "chat") && !locked)
    .map(({ id, name, ownedBy, contextLength, maxOutputTokens, capabilities }) => {
      const context = contextLength ?? assumedContext;
      const output = Math.min(maxOutputTokens ?? assumedOutput, Math.floor(context / 2));
      return {
        id,
        name,
        family: ownedBy ?? "ai-hub",
        version: id,
        detail: "AI Hub",
        maxInputTokens: context - output,
        maxOutputTokens: output,
        capabilities: {
          imageInput: capabilities.vision === true,
          toolCalling: capabilities.tools !== false,
        },
      };
    });
}
