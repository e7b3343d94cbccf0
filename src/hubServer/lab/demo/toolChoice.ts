import type { FunctionTool, ToolChoice } from "../../models/prompt.ts";
import { readArguments } from "./toolArguments.ts";
import { isAction, isChange, termsOf } from "./words.ts";

export type ToolDecision =
  | {
      readonly kind: "call";
      readonly name: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: "incomplete"; readonly name: string; readonly missing: readonly string[] };

/** A lower score is chance. Asking for missing arguments requires a clearer match. */
const minScore = 2;
const minScoreToAsk = 4;
const valueScore = 2;

export function chooseTool(
  question: string,
  tools: readonly FunctionTool[],
  choice: ToolChoice,
): ToolDecision | undefined {
  const asked = new Set(termsOf(question));
  const candidates = tools
    .filter(({ name }) => choice.name === undefined || name === choice.name)
    .filter((tool) => choice.isRequired || !isUnasked(tool, asked))
    .map((tool) => ({ tool, score: scoreOf(tool, asked), ...readArguments(question, tool) }))
    .filter(({ score }) => choice.isRequired || score >= minScore)
    .map((candidate) => ({
      ...candidate,
      score: candidate.score + valueScore * Object.keys(candidate.fields).length,
    }))
    .toSorted((a, b) => b.score - a.score || a.missing.length - b.missing.length);
  const best = candidates.find(({ missing }) => missing.length === 0) ?? candidates[0];
  if (!best) {
    return undefined;
  }
  const { tool, fields, missing, score } = best;
  if (missing.length === 0) {
    return { kind: "call", name: tool.name, fields };
  }
  return choice.isRequired || score >= minScoreToAsk
    ? { kind: "incomplete", name: tool.name, missing }
    : undefined;
}

/** A tool's name counts most; an action alone scores 0. */
function scoreOf(
  { name, description = "", parameters }: FunctionTool,
  asked: ReadonlySet<string>,
): number {
  const named = matches(name, asked);
  const described = matches(description, asked);
  if ([...named, ...described].every(isAction)) {
    return 0;
  }
  const parameterNames = matches(JSON.stringify(parameters ?? {}).slice(0, 20_000), asked);
  return 2 * named.length + Math.min(described.length, 3) + Math.min(parameterNames.length, 2) / 2;
}

/** True if the tool changes data, but the question requests no change. */
function isUnasked({ name }: FunctionTool, asked: ReadonlySet<string>): boolean {
  return termsOf(name).some(isChange) && ![...asked].some(isChange);
}

function matches(text: string, asked: ReadonlySet<string>): readonly string[] {
  return [...new Set(termsOf(text))].filter((term) => asked.has(term));
}
