import * as z from "zod/mini";

import {
  type AgentTool,
  done,
  failed,
  type Preparation,
  type ToolResult,
} from "./base/agentTool.ts";
import { listField, objectField, textField, withArguments } from "./base/toolArguments.ts";

const maxAnswer = 20_000;

const schema = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(4_000)),
  options: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(5)),
  ),
});

export interface PersonQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

export type Ask = (question: PersonQuestion, signal: AbortSignal) => Promise<string | undefined>;

export class AskPerson implements AgentTool {
  readonly isWrite = true;
  readonly isCommand = true;
  readonly definition = {
    name: "ask_person",
    description:
      "Asks the person one question and waits for the answer. Only for what you cannot find out and must not guess.",
    inputSchema: objectField(
      {
        question: textField("One question."),
        options: listField("Two to five short answers to choose from, if there are such.", {
          type: "string",
        }),
      },
      ["question"],
    ),
  };
  readonly #ask: Ask | undefined;

  constructor(ask: Ask | undefined) {
    this.#ask = ask;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, ({ question, options = [] }) =>
      Promise.resolve({
        kind: "ready",
        planned: { act: "read", paths: [], title: "Ask", detail: "" },
        run: (signal) => this.#run({ question, options }, signal),
      }),
    );
  }

  async #run(question: PersonQuestion, signal: AbortSignal): Promise<ToolResult> {
    if (!this.#ask) {
      return failed(`Nobody can be asked here. ${decideAlone}`);
    }
    const answer = (await this.#ask(question, signal))?.trim() ?? "";
    return answer === ""
      ? done(`The person does not answer. ${decideAlone}`)
      : done(`The person answers: ${answer.slice(0, maxAnswer)}`);
  }
}

const decideAlone = "Decide yourself, and say in the end what you assumed.";
