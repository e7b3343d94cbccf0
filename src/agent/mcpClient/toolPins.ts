import { visibleLines } from "../../shared/text/visibleText.ts";
import { shownDiff } from "../tools/base/fileTexts.ts";
import { canonicalJson, hashOfJson } from "./canonicalJson.ts";
import { type ListedTool } from "./listedTool.ts";

export interface SeenTool {
  readonly pin: string;
  readonly text: string;
}

export type SeenTools = Readonly<Record<string, SeenTool>>;

export interface PinnedTool {
  readonly tool: ListedTool;
  readonly pin: string;
  /** The hashed text, as a person reads it. */
  readonly text: string;
}

/** A tool that a person must review before a model gets it. */
export interface ToolChange extends PinnedTool {
  readonly kind: "new" | "changed";
  /** Changed lines with `+` and `-`, or a new tool's whole text. Safe to show. */
  readonly detail: string;
}

/** The hash covers everything that a model or a person reads of the tool. */
export async function pinTool(server: string, tool: ListedTool): Promise<PinnedTool> {
  const { name, title, description, inputSchema, annotations } = tool;
  const all = { server, name, title, description, inputSchema, annotations };
  const pin = await hashOfJson(all);
  return { tool, pin, text: textOf(tool) };
}

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

/** Text beyond it counts as new when the tool changes. */
export const maxSeenText = 65_536;

/** Adds these tools' present forms to `seen`. */
export function withSeen(seen: SeenTools, tools: readonly PinnedTool[]): SeenTools {
  const added = tools.map(
    ({ tool, pin, text }) => [tool.name, { pin, text: text.slice(0, maxSeenText) }] as const,
  );
  return Object.fromEntries([...Object.entries(seen), ...added]);
}

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
