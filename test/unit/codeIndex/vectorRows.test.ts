import { expect, test } from "vitest";

import { dotProducts } from "../../../src/codeIndex/semantic/dotKernel.ts";
import { VectorRows } from "../../../src/codeIndex/semantic/vectorRows.ts";

/** The same numbers in each run. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, part, place) => sum + part * (b[place] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}

test.each([16, 17, 48, 768])("cosines of %i dimensions are right to a hundredth", (dimensions) => {
  const rows = new VectorRows(dimensions);
  const vectors = Array.from({ length: 3_000 }, (_, row) => numbers(dimensions, row + 1));
  for (const vector of vectors) {
    rows.add(vector);
  }
  const query = numbers(dimensions, 99_999);
  const far = [...rows.cosines(query)].map((found, row) =>
    Math.abs(found - cosine(query, vectors[row] ?? query)),
  );
  expect(Math.max(...far)).toBeLessThan(0.01);
});

test("the kernel is there, and its sums are exact, also at the ends of what a part holds", () => {
  const query = Int8Array.from({ length: 32 }, (_, part) => (part % 2 === 0 ? 127 : -127));
  const opposite = query.map((part) => -part);
  const sums = dotProducts(Int8Array.from([...query, ...opposite, ...new Int8Array(32)]), query);
  expect(sums).toEqual(Int32Array.of(32 * 127 * 127, -32 * 127 * 127, 0));
});
