import { parseJson } from "../shared/base/json.ts";

const token = /"(?:[^"\\]|\\.)*("?)|[{}[\]]/gsu;
const maxLength = 1_000_000;

/** The value of a JSON text that still arrives, with open texts and brackets closed; undefined if nothing fits. */
export function partialJson(text: string): unknown {
  const closers: string[] = [];
  let isInText = false;
  for (const [one, end] of text.slice(0, maxLength).matchAll(token)) {
    if (one === "{" || one === "[") {
      closers.push(one === "{" ? "}" : "]");
    } else if (one === "}" || one === "]") {
      closers.pop();
    } else {
      isInText = end === "";
    }
  }
  // Without an escape or a comma that nothing follows yet.
  const ended = isInText
    ? `${text.replace(/\\(?:u[\da-f]{0,3})?$/iu, "")}"`
    : text.replace(/[\s,]+$/u, "");
  return ["", "null", ":null"]
    .map((more) => parseJson(ended + more + closers.toReversed().join("")))
    .find((value) => value !== undefined);
}
