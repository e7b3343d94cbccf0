import * as z from "zod/mini";

import type { Fields } from "../formats/base/fields.ts";
import type { HeldBody } from "../formats/heldBody.ts";
import type { AdmittedBody } from "./chatCall.ts";
import { estimateInput } from "./inputEstimate.ts";
import { parseObject, readFields } from "./jsonBody.ts";

const maxInputs = 2_048;

const tokenList = z.array(z.int()).check(z.minLength(1));

const embeddingSchema = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(500)),
  input: z.union([
    z.string(),
    tokenList,
    z.array(z.string()).check(z.minLength(1), z.maxLength(maxInputs)),
    z.array(tokenList).check(z.minLength(1), z.maxLength(maxInputs)),
  ]),
  encoding_format: z.nullish(z.enum(["float", "base64"])),
  dimensions: z.nullish(z.int().check(z.positive(), z.maximum(65_536))),
});

export type EmbeddingInput = string | readonly number[];

export interface EmbeddingCall {
  readonly model: string;
  /** A large body contributes only its small fields. */
  readonly fields: Fields;
  readonly held?: HeldBody;
  /** The original body; absent if governance changed the fields. */
  readonly bytes: Uint8Array | undefined;
  readonly inputTokens: number;
  readonly mostInputTokens: number;
  /** Numbers that `fields` has only approximately; they are inspected, never masked. */
  readonly asWritten: Fields;
}

export interface EmbeddingOrder {
  readonly inputs: readonly EmbeddingInput[];
  readonly isBase64: boolean;
  readonly dimensions: number | undefined;
}

export function readEmbeddingCall(bytes: Uint8Array): EmbeddingCall {
  const { fields, inexactNumbers } = parseObject(bytes);
  const { model, input } = readFields(fields, embeddingSchema);
  const { tokens, mostTokens } = estimateInput({ model, input }, bytes.length);
  const inputTokens = inputsOf(input).reduce(
    (sum, one) => sum + (typeof one === "string" ? 0 : one.length),
    tokens,
  );
  const asWritten = { numbers: inexactNumbers };
  return { model, fields, bytes, inputTokens, mostInputTokens: mostTokens, asWritten };
}

export function admittedEmbedding(
  call: EmbeddingCall,
  { fields, held }: Pick<AdmittedBody, "fields" | "held">,
): EmbeddingCall {
  const own = held ?? call;
  const bytes = fields === own.fields ? own.bytes : undefined;
  return { ...call, ...(held && { held }), fields, bytes };
}

/** Throws an `ApiError` (400) if a policy's parameters do not fit embeddings. */
export function embeddingOrder({ held, fields }: EmbeddingCall): EmbeddingOrder {
  const whole = held ? held.whole(fields) : fields;
  const { input, encoding_format: encoding, dimensions } = readFields(whole, embeddingSchema);
  return {
    inputs: inputsOf(input),
    isBase64: encoding === "base64",
    dimensions: dimensions ?? undefined,
  };
}

function inputsOf(input: z.infer<typeof embeddingSchema>["input"]): readonly EmbeddingInput[] {
  if (typeof input === "string") {
    return [input];
  }
  return isTokens(input) ? [input] : input;
}

function isTokens(input: readonly (string | number | readonly number[])[]): input is number[] {
  return typeof input[0] === "number";
}
