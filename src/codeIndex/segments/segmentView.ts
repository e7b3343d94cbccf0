import type { Segment } from "./segment.ts";

export interface SegmentView {
  readonly segment: Segment;
  readonly fileOfChunk: Uint32Array;
  readonly fileLengths: Float64Array;
  readonly totals: {
    readonly body: number;
    readonly paths: number;
    readonly names: number;
  };
}

export function viewOf(segment: Segment): SegmentView {
  const { files, chunkLengths } = segment;
  const fileOfChunk = new Uint32Array(chunkLengths.length);
  const fileLengths = new Float64Array(files.paths.length);
  for (let file = 0; file < files.paths.length; file += 1) {
    const end = files.firstChunks[file + 1] ?? 0;
    for (let chunk = files.firstChunks[file] ?? 0; chunk < end; chunk += 1) {
      fileOfChunk[chunk] = file;
      fileLengths[file] = (fileLengths[file] ?? 0) + (chunkLengths[chunk] ?? 0);
    }
  }
  return {
    segment,
    fileOfChunk,
    fileLengths,
    totals: {
      body: sumOf(chunkLengths),
      paths: sumOf(files.pathLengths),
      names: sumOf(files.nameLengths),
    },
  };
}

function sumOf(numbers: Uint32Array | Uint16Array): number {
  let sum = 0;
  for (const number of numbers) {
    sum += number;
  }
  return sum;
}
