import type { AssistantMessage } from "../../shared/conversation.ts";

/** Parts of a block; a few more where calls follow each other, since these are drawn together. */
const blockSize = 24;

/**
 * The places in `parts` where blocks begin; none without parts. More parts only add blocks at the end: those that are full
 * stay as they are.
 */
export function answerBlocks(parts: AssistantMessage["parts"]): readonly number[] {
  const starts: number[] = [];
  for (const [index, part] of parts.entries()) {
    const isFull = index - (starts.at(-1) ?? -blockSize) >= blockSize;
    if (isFull && !(part.kind === "toolCall" && parts[index - 1]?.kind === "toolCall")) {
      starts.push(index);
    }
  }
  return starts;
}
