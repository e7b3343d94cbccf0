import { createHash } from "node:crypto";

import type { AnswerEvent } from "./answerEvent.ts";
import type { ModelRequest, RequestBlock, ToolUse } from "./modelRequest.ts";
import { noNames, type ToolNames } from "./sentTool.ts";

/** OpenAI's limit; Anthropic's clients use up to 128. */
const maxLength = 64;
const hashLength = 8;

export function withShortNames(
  request: ModelRequest,
  given: ToolNames = noNames,
): {
  readonly request: ModelRequest;
  readonly names: ToolNames;
} {
  const long = request.tools.map(({ name }) => name).filter((name) => shortName(name) !== name);
  const { tools, toolUse, messages } = request;
  return {
    names: new Map([
      ...given,
      ...long.map((name) => [shortName(name), given.get(name) ?? { name }] as const),
    ]),
    request: {
      ...request,
      tools: tools.map((tool) => ({ ...tool, name: shortName(tool.name) })),
      toolUse: toolUse && shortUse(toolUse),
      messages: messages.map(({ role, blocks }) => ({ role, blocks: blocks.map(shortCall) })),
    },
  };
}

export function withOwnName(event: AnswerEvent, names: ToolNames): AnswerEvent {
  if (event.kind !== "blockStart" || event.block.kind !== "toolCall") {
    return event;
  }
  const tool = names.get(event.block.name);
  return tool === undefined ? event : { ...event, block: { ...event.block, ...tool } };
}

/** The same name is shortened equally in every request. */
function shortName(name: string): string {
  if (name.length <= maxLength) {
    return name;
  }
  const hash = createHash("sha256").update(name).digest("hex").slice(0, hashLength);
  return `${name.slice(0, maxLength - hashLength - 1)}_${hash}`;
}

function shortUse(use: ToolUse): ToolUse {
  return use.kind === "tool" ? { ...use, name: shortName(use.name) } : use;
}

function shortCall(block: RequestBlock): RequestBlock {
  return block.kind === "toolCall" ? { ...block, name: shortName(block.name) } : block;
}
