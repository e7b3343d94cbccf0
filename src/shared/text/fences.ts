/** An open fence of a code block, with the open fences inside it. */
export interface OpenFence {
  readonly char: string;
  readonly length: number;
  /** True for a fence with Markdown: models often fence Markdown and its inner blocks with equally many marks. */
  readonly isMarkdown: boolean;
  readonly inner: number;
}

const marks = /^(?:`{3,}|~{3,})/u;
const markdownInfo = /^(?:md|mdx|markdown)\b/iu;

export function openFence(line: string): OpenFence | undefined {
  const found = marks.exec(line)?.[0];
  if (found === undefined) {
    return undefined;
  }
  const info = line.slice(found.length).trim();
  const isMarkdown = markdownInfo.test(info);
  // A backtick in the info string means inline code (CommonMark §4.5).
  const isInline = found.startsWith("`") && info.includes("`");
  return isInline
    ? undefined
    : { char: found.charAt(0), length: found.length, isMarkdown, inner: 0 };
}

/** A fence of backticks that no part of the text can close: at least three, and longer than any run in the text. */
export function fenceAround(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/gu)) {
    longest = Math.max(longest, run.length);
  }
  return "`".repeat(longest + 1);
}

/**
 * Undefined if the line closes the block. By CommonMark any bare fence of the same length closes. In Markdown, a fence
 * with a language such as "```ts" opens an inner block, which the next bare fence closes.
 */
export function closesFence(fence: OpenFence, line: string): OpenFence | undefined {
  const text = line.trimEnd();
  const isBare = text.length >= fence.length && text === fence.char.repeat(text.length);
  if (isBare) {
    return fence.inner === 0 ? undefined : { ...fence, inner: fence.inner - 1 };
  }
  const inner = fence.isMarkdown ? openFence(text) : undefined;
  return inner?.char === fence.char && inner.length >= fence.length
    ? { ...fence, inner: fence.inner + 1 }
    : fence;
}
