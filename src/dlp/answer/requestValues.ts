import { isRecord } from "../../shared/base/json.ts";
import { type FoundKind, isTextKind } from "../../shared/guarded/sensitiveKinds.ts";
import { type DlpRules, findersOf } from "../dlpRules.ts";
import { scanNamed } from "../scanNamed.ts";

const maxValues = 20_000;
const maxDepth = 500;

/** One spelling of a value: `170.043.258-51` and `170 043 25851` are one. */
export function plainValue(kind: FoundKind, value: string): string {
  const text = value.normalize("NFKC").toLowerCase();
  return isTextKind(kind) ? text : text.replaceAll(/[^\da-z]/gu, "").replaceAll("o", "0");
}

/** The values in all texts of a request, at most 20,000. */
export function valuesOf(
  request: Readonly<Record<string, unknown>>,
  rules: Pick<DlpRules, "own">,
): ReadonlySet<string> {
  const finders = findersOf(rules);
  const values = new Set<string>();
  const read = (value: unknown, name: string, depth: number): void => {
    if (values.size >= maxValues || depth > maxDepth) {
      return;
    }
    if (typeof value === "string" || typeof value === "number") {
      const text = String(value);
      for (const { kind, start, end } of scanNamed(text, name, finders)) {
        values.add(plainValue(kind, text.slice(start, end)));
      }
    } else if (Array.isArray(value)) {
      value.forEach((item) => read(item, name, depth + 1));
    } else if (isRecord(value)) {
      Object.entries(value).forEach(([key, item]) => read(item, key, depth + 1));
    }
  };
  read(request, "", 0);
  return values;
}
