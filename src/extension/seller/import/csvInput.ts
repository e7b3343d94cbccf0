/** A CSV file, or a document of the editor, that can be read as often as needed. */
export interface CsvInput {
  readonly name: string;
  /** For the editor, to show problems on its lines. */
  readonly uri: string;
  readonly size: number;
  /** Another text as soon as the content may be another. */
  stamp(): Promise<string>;
  read(): AsyncIterable<Uint8Array>;
}

/** The beginning, as much as is needed to see how a file is written. */
export async function sampleOf(input: CsvInput): Promise<Uint8Array> {
  for await (const bytes of input.read()) {
    return bytes.subarray(0, 64 * 1024);
  }
  return new Uint8Array();
}
