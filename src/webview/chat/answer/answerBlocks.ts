import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";

/** Parts per block; consecutive calls stay together. */
const blockSize = 24;

/** Indexes in `parts` where blocks begin. New parts only add blocks: full blocks never change. */
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
