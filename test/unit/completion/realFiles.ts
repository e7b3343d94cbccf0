import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Those that this machine has are read. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ".ts": ["src"],
  ".tsx": ["src"],
  ".js": ["node_modules/typescript/lib", "node_modules/vite/dist"],
  ".py": ["/usr/lib/python3", "/usr/lib/python3.11"],
  ".h": ["/usr/include"],
  ".go": ["/usr/share/go-1.19/src/net"],
  ".php": ["/usr/share/php"],
  ".pm": ["/usr/share/perl", "/usr/share/perl5"],
  ".rb": ["/usr/lib/ruby"],
};
const mostBytes = 400_000;

/** Paths of real source files by their ending. */
export function realFiles(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(sources).map(([ending, folders]) => [
      ending,
      folders.flatMap((folder) => filesIn(folder, ending)),
    ]),
  );
}

function filesIn(folder: string, ending: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .toSorted()
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && statSync(path).size < mostBytes);
  } catch {
    return [];
  }
}

export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
