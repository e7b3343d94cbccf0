export interface PasteSource {
  readonly text: string;
}

export interface PasteOrigin<Source> {
  readonly source: Source;
  readonly startLine: number;
  readonly endLine: number;
}

/** A shorter text occurs in any file by chance. */
const minLetters = 16;
const maxPasted = 200_000;

/**
 * The only place that equals the pasted text. Undefined if the text is short or occurs several times. Ignores line
 * ends, and indentation missing from the first line.
 */
export function findOrigin<Source extends PasteSource>(
  pasted: string,
  sources: readonly Source[],
): PasteOrigin<Source> | undefined {
  const wanted = normalized(pasted).replaceAll(/^\n+|\s+$/gu, "");
  const needle = wanted.trimStart();
  if (wanted.length > maxPasted || (needle.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < minLetters) {
    return undefined;
  }
  const places = sources.flatMap((source) => placesIn(source, needle));
  return places.length === 1 ? places[0] : undefined;
}

function placesIn<Source extends PasteSource>(
  source: Source,
  needle: string,
): PasteOrigin<Source>[] {
  const text = normalized(source.text);
  const first = text.indexOf(needle);
  if (first === -1) {
    return [];
  }
  const startLine = countLines(text, 0, first) + 1;
  const place = { source, startLine, endLine: startLine + countLines(needle, 0, needle.length) };
  return text.includes(needle, first + 1) ? [place, place] : [place];
}

function normalized(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}
