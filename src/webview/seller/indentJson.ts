/**
 * Writes one value a line in linear time, also for cut text. Nothing is parsed, so numbers and escapes keep their
 * spelling.
 */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/u.test(text)) {
    return text;
  }
  const parts: string[] = [];
  let depth = 0;
  const newLine = (): number => parts.push(`\n${"  ".repeat(Math.min(depth, maxIndent))}`);
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]|[^\s"{}[\],:]+/gsu)) {
    if (token === "{" || token === "[") {
      parts.push(token);
      depth += 1;
      newLine();
    } else if (token === "}" || token === "]") {
      depth = Math.max(0, depth - 1);
      if (parts.at(-1)?.startsWith("\n") === true && isOpening(parts.at(-2))) {
        parts.pop();
      } else {
        newLine();
      }
      parts.push(token);
    } else if (token === ",") {
      parts.push(token);
      newLine();
    } else {
      parts.push(token === ":" ? ": " : token);
    }
  }
  return parts.join("");
}

/** The largest indent; deeper values get it, too. */
const maxIndent = 40;

function isOpening(part: string | undefined): boolean {
  return part === "{" || part === "[";
}
