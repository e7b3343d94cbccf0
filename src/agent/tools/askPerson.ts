import * as z from "zod/mini";

import { type AgentTool, done, failed, type Preparation } from "./agentTool.ts";
import { listField, objectField, textField, withArguments } from "./toolArguments.ts";

const maxAnswer = 20_000;

const schema = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(4_000)),
  options: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(5)),
  ),
});

/** Resolves with what the person answers; undefined if nobody answers. */
export type Ask = (
  question: { readonly question: string; readonly options: readonly string[] },
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Asks the person one question; it runs alone. */
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
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, ({ question, options = [] }) =>
      Promise.resolve({
        kind: "ready",
        planned: { act: "read", paths: [], title: "Ask", detail: "" },
        run: async (signal) => {
          const answer = await this.#ask({ question, options }, signal);
          return answer === undefined
            ? failed("Nobody answered.")
            : done(`The person answers: ${answer.slice(0, maxAnswer)}`);
        },
      }),
    );
  }
}
