import type { HoleRequest } from "./moment.ts";

const instructions =
  "You complete code. Between <before> and <after> a piece is missing at the cursor. Answer only with the missing text, " +
  "exactly as it stands in the file: no explanation, no fence, nothing of what is before or after. If nothing is " +
  "missing, answer with nothing.";

export function chatHole({ path, language, prefix, suffix, snippets, stop }: HoleRequest): {
  readonly system: string;
  readonly user: string;
} {
  const others = snippets
    .map((one) => `<file path="${one.path}">\n${one.text}\n</file>\n`)
    .join("");
  const length = stop.length > 0 ? "One line at most." : "A few lines at most.";
  return {
    system: instructions,
    user: `${others}File: ${path} (${language}). ${length}\n<before>${prefix}</before>\n<after>${suffix}</after>`,
  };
}
