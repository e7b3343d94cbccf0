import { visibleLines } from "../../shared/visibleText.ts";
import { shownDiff } from "../tools/fileTexts.ts";
import { canonicalJson, hashOfJson } from "./canonicalJson.ts";
import { type ListedTool } from "./listedTool.ts";

/** What a person has looked at: a tool's hash, and its text to compare a later one with. */
export interface SeenTool {
  readonly pin: string;
  readonly text: string;
}

/** The tools of one server that a person has looked at, by the server's own names. */
export type SeenTools = Readonly<Record<string, SeenTool>>;

/** A listed tool with its hash. */
export interface PinnedTool {
  readonly tool: ListedTool;
  readonly pin: string;
  /** All that the hash covers, in lines, for a person. */
  readonly text: string;
}

/** A tool that a person must look at before a model gets it. */
export interface ToolChange extends PinnedTool {
  readonly kind: "new" | "changed";
  /** Changed lines with `+` and `-`; for a new tool its whole text. Safe to show. */
  readonly detail: string;
}

/** The tool with the hash of all that a model or a person is told of it. */
export async function pinTool(server: string, tool: ListedTool): Promise<PinnedTool> {
  const { name, title, description, inputSchema, annotations } = tool;
  const all = { server, name, title, description, inputSchema, annotations };
  const pin = await hashOfJson(all);
  return { tool, pin, text: textOf(tool) };
}

/** The tools that a person has not looked at as they are now, in their order. */
export function changesOf(tools: readonly PinnedTool[], seen: SeenTools): readonly ToolChange[] {
  return tools
    .filter((tool) => !isSeen(tool, seen))
    .map((tool) => {
      const before = Object.hasOwn(seen, tool.tool.name) ? seen[tool.tool.name]?.text : undefined;
      return before === undefined
        ? { ...tool, kind: "new", detail: tool.text }
        : { ...tool, kind: "changed", detail: shownDiff(before, tool.text) };
    });
}

/** Most characters of a tool's text that are kept; what comes after them counts as new when the tool changes. */
export const maxSeenText = 65_536;

/** `seen` with these tools as they are now. */
export function withSeen(seen: SeenTools, tools: readonly PinnedTool[]): SeenTools {
  const added = tools.map(
    ({ tool, pin, text }) => [tool.name, { pin, text: text.slice(0, maxSeenText) }] as const,
  );
  return Object.fromEntries([...Object.entries(seen), ...added]);
}

/** Whether a person has looked at exactly this tool. */
function isSeen({ tool, pin }: PinnedTool, seen: SeenTools): boolean {
  return Object.hasOwn(seen, tool.name) && seen[tool.name]?.pin === pin;
}

function textOf({ name, title, description, inputSchema, annotations }: ListedTool): string {
  const schema = JSON.stringify(JSON.parse(canonicalJson(inputSchema)), undefined, 2);
  const lines = [
    `name: ${name}`,
    ...(title === undefined ? [] : [`title: ${title}`]),
    `description: ${description ?? ""}`,
    `schema: ${schema}`,
    ...(annotations === undefined ? [] : [`annotations: ${canonicalJson(annotations)}`]),
  ];
  return visibleLines(lines.join("\n"));
}
