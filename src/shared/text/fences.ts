interface Fence {
  readonly char: string;
  readonly length: number;
  /** True for a fence with Markdown: models often fence Markdown and its inner blocks with equally many marks. */
  readonly isMarkdown: boolean;
}

/** An open fence of a code block. */
export interface OpenFence extends Fence {
  /** The innermost open fence inside it. */
  readonly inner?: InnerFence | undefined;
}

interface InnerFence extends Fence {
  readonly around: InnerFence | undefined;
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
  return isInline ? undefined : { char: found.charAt(0), length: found.length, isMarkdown };
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
 * with a language such as "```ts", or of the other character, opens an inner block, which its own bare fence closes.
 */
export function closesFence(fence: OpenFence, line: string): OpenFence | undefined {
  const text = line.trimEnd();
  const { inner = fence } = fence;
  if (text.length >= inner.length && text === inner.char.repeat(text.length)) {
    return "around" in inner ? { ...fence, inner: inner.around } : undefined;
  }
  const opened = fence.isMarkdown ? openFence(text) : undefined;
  return opened && opensInside(inner, opened, text)
    ? { ...fence, inner: { ...opened, around: fence.inner } }
    : fence;
}

function opensInside(around: Fence, { char, length }: Fence, text: string): boolean {
  const isBare = text === char.repeat(length);
  return char === around.char ? !isBare && length >= around.length : around.isMarkdown;
}
