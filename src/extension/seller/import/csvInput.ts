import type { RawInput } from "../../../seller/contract/validate.ts";

export interface CsvInput {
  readonly name: string;
  readonly uri: string;
  readonly size: number;
  /** The stamp changes whenever the content may have changed. */
  stamp(): Promise<string>;
  read(): AsyncIterable<Uint8Array>;
  /**
   * Only for entries that a person chose in a list: the person has seen neither columns nor lines, so rows appear under
   * these names.
   */
  readonly subjectOf?: (input: RawInput) => string;
}

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

export async function sampleOf(input: CsvInput): Promise<Uint8Array> {
  for await (const bytes of input.read()) {
    return bytes.subarray(0, 64 * 1024);
  }
  return new Uint8Array();
}
