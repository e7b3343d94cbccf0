import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const packages = join(import.meta.dirname, "../../node_modules");

/** Source code of the installed packages, in a fixed order, up to `maxBytes`. */
export function readSources(maxBytes: number): readonly string[] {
  const texts: string[] = [];
  let bytes = 0;
  for (const file of readdirSync(packages, { recursive: true, encoding: "utf8" }).toSorted()) {
    const path = join(packages, file);
    // Dot folders hold copies of our own tests; this library's comments are full of valid numbers.
    const isLabelled = file.startsWith(".") || file.startsWith("@brazilian-utils");
    if (!isLabelled && /\.(?:js|mjs|cjs|d\.ts)$/u.test(file) && statSync(path).isFile()) {
      const text = readFileSync(path, "utf8");
      bytes += text.length;
      texts.push(text);
    }
    if (bytes >= maxBytes) {
      break;
    }
  }
  return texts;
}
