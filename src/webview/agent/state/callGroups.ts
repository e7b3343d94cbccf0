import type { AssistantMessage, ToolCallPart } from "../../../shared/conversation/conversation.ts";

export interface CallsProps {
  readonly message: AssistantMessage;
  /** Calls that follow each other in the answer. */
  readonly calls: readonly ToolCallPart[];
}

/** Tools that only look; calls of them that follow each other are drawn as one line. */
const looking: ReadonlySet<string> = new Set([
  "read_file",
  "list_files",
  "search_text",
  "find_symbol",
  "get_problems",
  "get_changes",
  "read_output",
]);

export function isLook(name: string): boolean {
  return looking.has(name);
}

/** Calls of one line: several only if all of them look. */
export type CallGroup = readonly [ToolCallPart, ...ToolCallPart[]];

/** Calls in their order; neighbours that only look are together. */
export function callGroups(calls: readonly ToolCallPart[]): readonly CallGroup[] {
  const groups: [ToolCallPart, ...ToolCallPart[]][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last && isLook(call.name) && isLook(last[0].name)) {
      last.push(call);
    } else {
      groups.push([call]);
    }
  }
  return groups;
}
