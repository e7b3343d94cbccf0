import * as z from "zod/mini";

import { type AgentTool, done, failed, type ToolResult } from "./base/agentTool.ts";
import { declaredTool } from "./base/toolArguments.ts";

const maxAnswer = 20_000;

const schema = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(4_000), z.describe("One question.")),
  options: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(300)))
      .check(
        z.maxLength(5),
        z.describe("Two to five short answers to choose from, if there are such."),
      ),
  ),
});

export interface PersonQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

export type Ask = (question: PersonQuestion, signal: AbortSignal) => Promise<string | undefined>;

export function askPerson(ask: Ask | undefined): AgentTool {
  return declaredTool({
    name: "ask_person",
    description:
      "Asks the person one question and waits for the answer. Only for what you cannot find out and must not guess.",
    schema,
    isWrite: true,
    isCommand: true,
    prepare: ({ question, options = [] }) => ({
      kind: "ready",
      planned: { act: "read", paths: [], title: "Ask", detail: "" },
      run: (signal) => answerTo({ question, options }, ask, signal),
    }),
  });
}

async function answerTo(
  question: PersonQuestion,
  ask: Ask | undefined,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (!ask) {
    return failed(`Nobody can be asked here. ${decideAlone}`);
  }
  const answer = (await ask(question, signal))?.trim() ?? "";
  return answer === ""
    ? done(`The person does not answer. ${decideAlone}`)
    : done(`The person answers: ${answer.slice(0, maxAnswer)}`);
}

const decideAlone = "Decide yourself, and say in the end what you assumed.";
