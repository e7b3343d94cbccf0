import * as z from "zod/mini";

import { type AgentTool, done, type Preparation } from "./base/agentTool.ts";
import { listField, objectField, textField, withArguments } from "./base/toolArguments.ts";

const schema = z.object({
  items: z
    .array(
      z.object({
        text: z.string().check(z.minLength(1), z.maxLength(500)),
        state: z.enum(["open", "running", "done"]),
      }),
    )
    .check(z.maxLength(30)),
});

export class UpdatePlan implements AgentTool {
  readonly isWrite = false;
  readonly definition = {
    name: "update_plan",
    description:
      "Shows the person the steps of the task and how far they are. Gives the whole list each time.",
    inputSchema: objectField(
      {
        items: listField(
          "At most 30.",
          objectField(
            {
              text: textField("One step."),
              state: { type: "string", enum: ["open", "running", "done"] },
            },
            ["text", "state"],
          ),
        ),
      },
      ["items"],
    ),
  };

  #items: z.infer<typeof schema>["items"] = [];

  readonly kept = (): readonly string[] =>
    this.#items.length === 0
      ? []
      : [["The plan:", ...this.#items.map((item) => `- ${item.state}: ${item.text}`)].join("\n")];

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, (args) => this.#prepared(args));
  }

  #prepared(args: z.infer<typeof schema>): Preparation {
    const { items } = args;
    const count = items.filter(({ state }) => state === "done").length;
    return {
      kind: "ready",
      planned: { act: "read", paths: [], title: "Update the plan", detail: "" },
      run: () => {
        this.#items = items;
        return Promise.resolve(done(`The plan has ${items.length} steps, ${count} done.`));
      },
    };
  }
}
