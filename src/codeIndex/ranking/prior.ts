import { foldText } from "../../shared/text/foldText.ts";
import type { Segment } from "../segments/segment.ts";
import { fileKinds } from "../text/fileKinds.ts";
import type { Query } from "./query.ts";
import { sizeWeight } from "./weights.ts";

const aside =
  fileKinds.test | fileKinds.example | fileKinds.doc | fileKinds.bench | fileKinds.translation;
const thin = fileKinds.declaration | fileKinds.barrel;

export function priorOf(path: string, kinds: number, query: Query): number {
  const left = kinds & ~query.kinds;
  if (left === 0) {
    return 1;
  }
  if (query.paths.length > 0) {
    const folded = foldText(path);
    if (query.paths.some((piece) => folded.includes(piece))) {
      return 1;
    }
  }
  return (
    ((left & aside) === 0 ? 1 : 0.3) *
    ((left & thin) === 0 ? 1 : 0.7) *
    ((left & (fileKinds.data | fileKinds.wordList)) === 0 ? 1 : 0.5) *
    ((left & fileKinds.generated) === 0 ? 1 : 0.2)
  );
}

const sizes = Float64Array.from({ length: 1 << 10 }, (_, names) => sizeOf(names));

function sizeOf(names: number): number {
  return 1 + sizeWeight * Math.log2(1 + names);
}

export function priorIn(files: Segment["files"], file: number, query: Query): number {
  const names = files.nameLengths[file] ?? 0;
  return (
    (sizes[names] ?? sizeOf(names)) *
    priorOf(files.paths[file] ?? "", files.kinds[file] ?? 0, query)
  );
}
