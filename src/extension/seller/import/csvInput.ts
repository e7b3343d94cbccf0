import type { RawInput } from "../../../seller/contract/validate.ts";

/** A CSV file, or a document of the editor, that can be read many times. */
export interface CsvInput {
  readonly name: string;
  /** For the editor, to show problems on its lines. */
  readonly uri: string;
  readonly size: number;
  /** A text that changes whenever the content may have changed. */
  stamp(): Promise<string>;
  read(): AsyncIterable<Uint8Array>;
  /**
   * Only of a table that was made of entries a person chose. Its rows are shown by these names and their changes:
   * the person has seen neither columns nor lines.
   */
  readonly subjectOf?: (input: RawInput) => string;
}

/** A table that the product made from the person's choice, as a file in memory. */
export function madeFile(
  name: string,
  text: string,
  subjectOf: NonNullable<CsvInput["subjectOf"]>,
): CsvInput {
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    uri: `untitled:${name}`,
    size: bytes.length,
    stamp: () => Promise.resolve(text),
    subjectOf,
    // oxlint-disable-next-line typescript/require-await -- it is in memory; a file is not
    read: async function* read() {
      yield bytes;
    },
  };
}

/** The beginning: enough to detect the format of the file. */
export async function sampleOf(input: CsvInput): Promise<Uint8Array> {
  for await (const bytes of input.read()) {
    return bytes.subarray(0, 64 * 1024);
  }
  return new Uint8Array();
}
