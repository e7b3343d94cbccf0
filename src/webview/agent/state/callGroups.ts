import type { AssistantMessage, ToolCallPart } from "../../../shared/conversation/conversation.ts";

export interface CallsProps {
  readonly message: AssistantMessage;
  readonly calls: readonly ToolCallPart[];
}

/** Tools that read or search; neighbouring calls of them are drawn as one line. */
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

export type CallGroup = readonly [ToolCallPart, ...ToolCallPart[]];

export function callGroups(calls: readonly ToolCallPart[]): readonly CallGroup[] {
  const groups: [ToolCallPart, ...ToolCallPart[]][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last && ((isLook(call.name) && isLook(last[0].name)) || isSameCheck(call, last[0]))) {
      last.push(call);
    } else {
      groups.push([call]);
    }
  }
  return groups;
}

/** True for the checks of one claim to be done. */
function isSameCheck(one: ToolCallPart, other: ToolCallPart): boolean {
  return one.check !== undefined && other.check !== undefined && one.step === other.step;
}

/** The exit code at the result's end; undefined if there is none. */
export function exitOf(result: string | undefined): string | undefined {
  return /(?:^|\n)Exit code (-?\d{1,10})\b[^\n]*\s*$/u.exec(result?.slice(-500) ?? "")?.[1];
}
