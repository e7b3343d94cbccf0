import { indentOf, lineAt, type LineRange } from "./lines.ts";

const maxLines = 400;
const maxLead = 40;
const opensBlock = /^\s*(?:\{|begin\b|then\b|do\b|where\b|\))/iu;
const closesBlock = /^\s*(?:[}\])]|end\b|fi\b|done\b|esac\b|EOF\b)/iu;
const lead = /^\s*(?:\/\/|\/?\*|#(?!\s*(?:include|if|endif|else))|--|@\w|\[[A-Z]|"""|'''|;;)/u;

export function definitionRange(text: string, starts: Uint32Array, line: number): LineRange {
  const indent = indentOf(lineAt(text, starts, line));
  const limit = Math.min(starts.length, line + maxLines);
  let end = line + 1;
  for (let next = line + 1; next < limit; next += 1) {
    const content = lineAt(text, starts, next);
    if (content.trim() === "") {
      continue;
    }
    const depth = indentOf(content);
    if (depth > indent || (depth === indent && next === end && opensBlock.test(content))) {
      end = next + 1;
      continue;
    }
    const isClosing = depth === indent && closesBlock.test(content);
    return { start: startOf(text, starts, line), end: isClosing ? next + 1 : end };
  }
  return { start: startOf(text, starts, line), end };
}

function startOf(text: string, starts: Uint32Array, line: number): number {
  let start = line;
  while (start > 0 && line - start < maxLead && lead.test(lineAt(text, starts, start - 1))) {
    start -= 1;
  }
  return start;
}
