import type {
  ModelRequest,
  RequestBlock,
  RequestMessage,
} from "../../formats/base/modelRequest.ts";

export interface PlayedRequest {
  readonly name: string | undefined;
  /** Results of each round, oldest first. The number of rounds is the step to play. */
  readonly rounds: readonly string[];
  readonly tools: ReadonlySet<string>;
}

const namePattern = /\bplay:([\w-]+(?:\.[\w-]+)*)/u;

export function playedRequest({ messages, tools, toolUse }: ModelRequest): PlayedRequest {
  const name = messages
    .filter(({ role }) => role === "user")
    .map(({ blocks }) => namePattern.exec(textOf(blocks))?.[1])
    .find((found) => found !== undefined);
  return {
    name,
    rounds: roundsOf(messages),
    tools: new Set(toolUse?.kind === "none" ? [] : tools.map((tool) => tool.name)),
  };
}

/** Clients may split an answer into several messages; a user message separates rounds. */
function roundsOf(messages: readonly RequestMessage[]): readonly string[] {
  const rounds: string[][] = [];
  let isOpen = false;
  for (const { role, blocks } of messages) {
    const results = blocks.filter((block) => block.kind === "toolResult");
    if (role === "assistant") {
      isOpen = false;
    } else if (results.length > 0) {
      const texts = results.map(({ parts }) => textOf(parts));
      if (isOpen) {
        rounds.at(-1)?.push(...texts);
      } else {
        rounds.push(texts);
      }
      isOpen = true;
    }
  }
  return rounds.map((texts) => texts.join("\n"));
}

function textOf(blocks: readonly RequestBlock[]): string {
  return blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n");
}
