import type { FunctionTool, ToolChoice } from "../api/chatRequest.ts";
import { readArguments } from "./toolArguments.ts";
import { termsOf } from "./words.ts";

export type ToolDecision =
  | {
      readonly kind: "call";
      readonly name: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  /** A tool fits, but the question does not say all that it needs. */
  | { readonly kind: "incomplete"; readonly name: string; readonly missing: readonly string[] };

/** The tool whose words the question has, with the values that the question says; undefined if none fits. */
export function chooseTool(
  question: string,
  tools: readonly FunctionTool[],
  choice: ToolChoice,
): ToolDecision | undefined {
  const asked = new Set(termsOf(question));
  const candidates = tools
    .filter(({ name }) => choice.name === undefined || name === choice.name)
    .map((tool) => ({ tool, score: scoreOf(tool, asked), ...readArguments(question, tool) }))
    .filter(({ score }) => choice.isRequired || score >= 2)
    .toSorted((a, b) => b.score - a.score || a.missing.length - b.missing.length);
  const best = candidates.find(({ missing }) => missing.length === 0) ?? candidates[0];
  if (!best) {
    return undefined;
  }
  const { tool, fields, missing } = best;
  return missing.length === 0
    ? { kind: "call", name: tool.name, fields }
    : { kind: "incomplete", name: tool.name, missing };
}

/** Words of the name count most: a description speaks of much else. */
function scoreOf(
  { name, description = "", parameters }: FunctionTool,
  asked: ReadonlySet<string>,
): number {
  const named = matches(name, asked);
  const described = matches(description, asked);
  const parameterNames = matches(JSON.stringify(parameters ?? {}).slice(0, 20_000), asked);
  return (
    2 * named +
    Math.min(described, 3) +
    (named + described > 0 ? Math.min(parameterNames, 2) / 2 : 0)
  );
}

function matches(text: string, asked: ReadonlySet<string>): number {
  return [...new Set(termsOf(text))].filter((term) => asked.has(term)).length;
}
