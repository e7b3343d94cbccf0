import { isRecord } from "../../shared/base/json.ts";
import type { ToolDefinition } from "../../shared/conversation/tool.ts";
import { visibleText } from "../../shared/text/visibleText.ts";
import {
  type AgentTool,
  failed,
  type Preparation,
  refused,
  type ToolResult,
} from "../tools/base/agentTool.ts";
import { saysReadOnly, shownDescription, shownSchema } from "./listedTool.ts";
import { resultText } from "./resultText.ts";
import type { PinnedTool } from "./toolPins.ts";

export type CallOutcome =
  | { readonly kind: "answered"; readonly result: unknown }
  /** Nothing reached the server. */
  | { readonly kind: "notSent"; readonly reason: string }
  /** The server may have executed the call; it must not be sent again. */
  | { readonly kind: "unknown"; readonly reason: string };

export interface ToolCaller {
  /** Undefined if the server no longer lists the tool. */
  pinNow(tool: string): string | undefined;
  /** Sends the call once. Throws only for the signal. */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CallOutcome>;
}

export interface McpToolOptions {
  readonly server: string;
  readonly name: string;
  readonly pinned: PinnedTool;
  readonly caller: ToolCaller;
  readonly isOfEditor?: boolean;
}

/** The maximum length of one call's arguments, as JSON. */
const maxArguments = 262_144;

export function mcpTool(options: McpToolOptions): AgentTool {
  const definition = definitionOf(options.name, options.pinned);
  return {
    definition,
    // The server's own claim is not trusted: each call counts as a write.
    isWrite: true,
    isCommand: true,
    prepare: (input) => Promise.resolve(prepareCall(options, definition, input)),
  };
}

function prepareCall(
  { server, name, pinned: { tool, pin }, caller, isOfEditor = false }: McpToolOptions,
  definition: ToolDefinition,
  input: unknown,
): Preparation {
  const args = isRecord(input) ? input : {};
  const text = JSON.stringify(args, undefined, 2);
  const problem = argumentProblem(definition, args, text) ?? pinProblem(caller, tool.name, pin);
  if (problem !== undefined) {
    return refused(problem);
  }
  const hint = saysReadOnly(tool) ? "\n\nThe server says that it only reads." : "";
  return {
    kind: "ready",
    planned: {
      act: isOfEditor ? "editorCall" : "mcpCall",
      paths: [],
      title: `Call ${visibleText(tool.name)} of ${isOfEditor ? "the editor" : `the MCP server ${server}`}`,
      detail: text + hint,
      mcp: { server, tool: name },
    },
    run: async (signal) => {
      // The server may have changed the tool while the person read the card.
      const changed = pinProblem(caller, tool.name, pin);
      return changed === undefined
        ? outcomeResult(server, await caller.call(tool.name, args, signal))
        : failed(changed);
    },
  };
}

export function definitionOf(name: string, { tool }: PinnedTool): ToolDefinition {
  return { name, description: shownDescription(tool), inputSchema: shownSchema(tool) };
}

function argumentProblem(
  { inputSchema }: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  text: string,
): string | undefined {
  if (text.length > maxArguments) {
    return "Not done, nothing was changed. The arguments are too long: split the call.";
  }
  const required: readonly unknown[] = Array.isArray(inputSchema["required"])
    ? inputSchema["required"]
    : [];
  const missing = required.find((key) => typeof key === "string" && !Object.hasOwn(args, key));
  return typeof missing === "string"
    ? `Not done, nothing was changed. The argument "${missing}" is missing.`
    : undefined;
}

function pinProblem(caller: ToolCaller, tool: string, pin: string): string | undefined {
  const now = caller.pinNow(tool);
  if (now === undefined) {
    return "Not done, nothing was changed. The server is not there, or it no longer has this tool. Go on without it.";
  }
  return now === pin
    ? undefined
    : "Not done, nothing was changed. The tool changed since the run began, and the person has not looked at it yet. Go on without it.";
}

function outcomeResult(server: string, outcome: CallOutcome): ToolResult {
  switch (outcome.kind) {
    case "answered":
      return resultText(outcome.result);
    case "notSent":
      return failed(`Not done, nothing was changed. The MCP server ${server}: ${outcome.reason}`);
    default:
      return failed(
        `Whether the call took effect is not known. The MCP server ${server}: ${outcome.reason} Look before you call it again.`,
      );
  }
}
