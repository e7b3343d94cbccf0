/** A CSV file, or a document of the editor, that can be read many times. */
export interface CsvInput {
  readonly name: string;
  /** For the editor, to show problems on its lines. */
  readonly uri: string;
  readonly size: number;
  /** A text that changes whenever the content may have changed. */
  stamp(): Promise<string>;
  read(): AsyncIterable<Uint8Array>;
}

/** The beginning: enough to detect the format of the file. */
export async function sampleOf(input: CsvInput): Promise<Uint8Array> {
  for await (const bytes of input.read()) {
    return bytes.subarray(0, 64 * 1024);
  }
  return new Uint8Array();
}
