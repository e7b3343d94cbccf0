import { sha256 } from "../../shared/base/hash.ts";
import { chunkCount, chunkRange } from "../text/chunks.ts";
import { lineStarts } from "../text/lines.ts";

const maxUnits = 16_000;

export interface EmbeddableChunk {
  /** SHA-256 of model and text, hexadecimal, so that the same text is never paid twice. */
  readonly key: string;
  readonly text: string;
}

/** The chunks in order. A chunk without letters or digits gets an empty text and is never sent. */
export async function embeddableChunks(
  model: string,
  text: string,
): Promise<readonly EmbeddableChunk[]> {
  const starts = lineStarts(text);
  const chunks: EmbeddableChunk[] = [];
  for (let chunk = 0; chunk < chunkCount(starts.length); chunk += 1) {
    const { start, end } = chunkRange(chunk, starts.length);
    const whole = text.slice(starts[start] ?? 0, starts[end] ?? text.length).slice(0, maxUnits);
    const sent = /[\p{L}\p{N}]/u.test(whole) ? whole : "";
    // "default": the model's own number of dimensions.
    chunks.push({ key: await sha256(`${model}\0default\0${sent}`), text: sent });
  }
  return chunks;
}
