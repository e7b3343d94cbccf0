import { type Fields, isRecord, parseJson } from "../../shared/base/json.ts";
import { isErrorObject } from "../errors/errorObject.ts";
import { ErrorText } from "../errors/errorText.ts";
import { HubError } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";

/** Room for 64 vectors of 8,192 numbers as text. */
const maxAnswerBytes = 16 * 1024 * 1024;
const maxDimensions = 8_192;

export interface EmbeddingsRequest {
  readonly model: string;
  readonly texts: readonly string[];
  readonly app: string;
  readonly signal: AbortSignal;
}

/** One vector per text, in order. Fails as `not_a_hub` also for missing or unequal vectors. */
export async function fetchEmbeddings(
  deps: ExchangeDeps,
  { model, texts, app, signal }: EmbeddingsRequest,
): Promise<readonly Float32Array[]> {
  const exchange = new Exchange(deps, { signal });
  try {
    await exchange.open({
      path: "/hub/v1/embeddings",
      method: "POST",
      app,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
    });
    const text = await exchange.readText(maxAnswerBytes);
    const body = parseJson(text);
    const vectors = readVectors(body, texts.length);
    if (vectors) {
      return vectors;
    }
    throw await exchange.named(
      isErrorObject(body) ? new ErrorText(text, false) : new HubError({ kind: "not_a_hub" }),
    );
  } finally {
    exchange.close();
  }
}

/** An entry without an index has its position as index. */
function readVectors(body: unknown, count: number): readonly Float32Array[] | undefined {
  const entries: unknown = isRecord(body) ? body["data"] : undefined;
  if (!Array.isArray(entries) || entries.length !== count) {
    return undefined;
  }
  const vectors: Float32Array[] = [];
  for (const [place, entry] of entries.entries()) {
    const fields: Fields = isRecord(entry) ? entry : {};
    const { index = place } = fields;
    const vector = readVector(fields["embedding"]);
    if (!vector || typeof index !== "number" || !(index in entries)) {
      return undefined;
    }
    vectors[index] = vector;
  }
  // Two entries with one index leave a gap.
  const isWhole = Array.from(entries, (_, place) => vectors[place]).every(
    (vector) => vector?.length === vectors[0]?.length,
  );
  return isWhole ? vectors : undefined;
}

function readVector(embedding: unknown): Float32Array | undefined {
  const isVector =
    Array.isArray(embedding) &&
    embedding.length > 0 &&
    embedding.length <= maxDimensions &&
    embedding.every((part) => typeof part === "number" && Number.isFinite(part));
  return isVector ? Float32Array.from(embedding) : undefined;
}
