import type {
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolKind,
} from "@agentclientprotocol/sdk";
import * as z from "zod/mini";

import type { AgentEvent } from "../../agent/run/cards/agentEvents.ts";
import type { PlannedAct } from "../../agent/tools/base/agentTool.ts";
import { visibleLines, visibleText } from "../../shared/text/visibleText.ts";

const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: "read",
  get_changes: "read",
  get_problems: "read",
  read_output: "read",
  list_files: "search",
  search_text: "search",
  find_symbol: "search",
  explore: "search",
  edit_file: "edit",
  write_file: "edit",
  apply_patch: "edit",
  move_file: "move",
  delete_file: "delete",
  run_command: "execute",
  stop_command: "execute",
  fetch_page: "fetch",
  ask_person: "other",
};

export const planTool = "update_plan";

const maxTitle = 200;
/** In UTF-16 units. */
const maxText = 256_000;

export function callUpdate(
  { id, tool, args }: Extract<AgentEvent, { readonly type: "call" }>,
  absolute: (path: string) => string,
): SessionUpdate {
  const paths = [args["path"], args["from"], args["to"]].filter((path) => typeof path === "string");
  return {
    sessionUpdate: "tool_call",
    toolCallId: id,
    title: titleOf(tool, args),
    kind: kindOf(tool),
    status: "pending",
    rawInput: args,
    locations: paths.map((path) => ({ path: absolute(path) })),
  };
}

export function kindOf(tool: string): ToolKind {
  return Object.hasOwn(kinds, tool) ? (kinds[tool] ?? "other") : "other";
}

function titleOf(tool: string, args: Readonly<Record<string, unknown>>): string {
  const subject = [args["path"], args["command"], args["query"], args["from"], args["task"]].find(
    (value) => typeof value === "string",
  );
  return visibleText(`${tool.replaceAll("_", " ") || "?"} ${subject ?? ""}`.trim()).slice(
    0,
    maxTitle,
  );
}

/** A planned act for the editor: the whole difference of its files, else its title and detail. */
export function plannedContent(planned: PlannedAct): {
  readonly title: string;
  readonly content: ToolCallContent[];
  readonly locations: ToolCallLocation[];
} {
  const { title, command, detail, files = [] } = planned;
  const isShort = files.every(
    ({ before = "", after = "" }) => before.length <= maxText && after.length <= maxText,
  );
  const content: ToolCallContent[] =
    files.length > 0 && isShort
      ? files.map(({ path, before, after }) => ({
          type: "diff",
          path,
          oldText: before ?? null,
          newText: after ?? "",
        }))
      : detail === ""
        ? []
        : [textContent(visibleLines(detail))];
  return {
    title: visibleText(command ?? title).slice(0, maxTitle),
    content,
    locations: files.map(({ path }) => ({ path })),
  };
}

export function resultUpdate(
  { id, state, text }: Extract<AgentEvent, { readonly type: "result" }>,
  shown: readonly ToolCallContent[],
): SessionUpdate {
  const isDone = state === "done";
  return {
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    status: isDone ? "completed" : "failed",
    content: isDone && shown.length > 0 ? [...shown] : [textContent(text)],
    rawOutput: { state },
  };
}

export function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: text.slice(0, maxText) } };
}

export function chunkUpdate(
  sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk",
  text: string,
  messageId?: string,
): SessionUpdate {
  const content = { type: "text" as const, text };
  return { sessionUpdate, content, ...(messageId !== undefined && { messageId }) };
}

const planSchema = z.object({
  items: z
    .array(
      z.object({
        text: z.string().check(z.maxLength(500)),
        state: z.enum(["open", "running", "done"]),
      }),
    )
    .check(z.maxLength(30)),
});

const planStates = {
  open: "pending",
  running: "in_progress",
  done: "completed",
} as const satisfies Record<string, PlanEntry["status"]>;

export function planUpdate(args: unknown): SessionUpdate | undefined {
  const items = planSchema.safeParse(args).data?.items;
  return (
    items && {
      sessionUpdate: "plan",
      entries: items.map(({ text, state }) => ({
        content: visibleText(text),
        priority: "medium",
        status: planStates[state],
      })),
    }
  );
}
