import { placeBlock, type CodeToApply } from "../../../src/edits/place/placeBlock.ts";

/** A file that code is applied to. */
export const file = `import { readFile } from "node:fs/promises";

/** Reads a file and counts its lines. */
export async function countLines(path: string): Promise<number> {
  const text = await readFile(path, "utf8");
  return text.split("\\n").length;
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) {
    total += value;
  }
  return total;
}

export class Counter {
  #count = 0;

  increment(): void {
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }
}
`;

/** The file with the code in its place; undefined if it has none. */
export function apply(
  code: string,
  more: Partial<CodeToApply> = {},
  to = file,
): string | undefined {
  return placeBlock(to.split("\n"), { code, language: "ts", ...more })?.lines.join("\n");
}
