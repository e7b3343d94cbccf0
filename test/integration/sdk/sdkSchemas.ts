import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { Ajv, type ValidateFunction } from "ajv";
import { createGenerator } from "ts-json-schema-generator";

import { root } from "../../../scripts/paths.ts";

const openAi = "openai/resources/chat/completions/completions.d.ts";
const anthropic = "@anthropic-ai/sdk/resources/messages/messages.d.ts";

const responses = "openai/resources/responses/responses.d.ts";

/** Where the SDKs declare what they read. */
const declarations = {
  ChatCompletion: openAi,
  ChatCompletionChunk: openAi,
  ResponseStreamEvent: responses,
  CreateEmbeddingResponse: "openai/resources/embeddings.d.ts",
  Model: "openai/resources/models.d.ts",
  Message: anthropic,
  RawMessageStreamEvent: anthropic,
  MessageTokensCount: anthropic,
  ModelInfo: "@anthropic-ai/sdk/resources/models.d.ts",
  ErrorResponse: "@anthropic-ai/sdk/resources/shared.d.ts",
} as const;

/** Fields that the SDKs declare as required and nullable, and the vendor's server leaves out if it has no value. */
const leftOut = new Set([
  // The SDK adds it.
  "output_text",
  "citations",
  "container",
  "diagnostics",
  "cache_creation",
  "inference_geo",
  "service_tier",
  "speed",
  "output_tokens_details",
  "server_tool_use",
]);

export type SdkType = keyof typeof declarations;

const modules = join(root, "node_modules");
const validators = new Map<SdkType, ValidateFunction>();

/** Fails with what is wrong if a value is not of a type that the SDKs declare; further fields are allowed. */
export function checkSdkType(type: SdkType, value: unknown): void {
  const validate = validators.get(type) ?? compile(type);
  if (!validate(value)) {
    const problems = JSON.stringify(validate.errors?.slice(0, 5));
    throw new Error(`${JSON.stringify(value)} is no ${type} of the SDK: ${problems}`);
  }
}

function compile(type: SdkType): ValidateFunction {
  const ajv = new Ajv({ strict: false, allowUnionTypes: true });
  // Sound: it was made by the generator, now or earlier.
  const schema = JSON.parse(schemaText(type), (key, value: unknown) =>
    key === "required" && Array.isArray(value)
      ? value.filter((name) => !leftOut.has(String(name)))
      : value,
  ) as object;
  const validate = ajv.compile(schema);
  validators.set(type, validate);
  return validate;
}

/** Made from the declarations once for each version of the SDK. */
function schemaText(type: SdkType): string {
  const path = declarations[type];
  const name = path.startsWith("@") ? "@anthropic-ai/sdk" : "openai";
  const manifest = readFileSync(join(modules, name, "package.json"), "utf8");
  // Sound: every package has one.
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const file = join(modules, ".cache/ai-hub-sdk-schemas", `${type}-${version}.json`);
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Not made yet.
  }
  const generator = createGenerator({
    path: join(modules, path),
    type,
    skipTypeCheck: true,
    additionalProperties: true,
  });
  const text = JSON.stringify(generator.createSchema(type));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return text;
}
