import * as z from "zod/mini";

import { type AgentTool, done } from "./base/agentTool.ts";
import { declaredTool } from "./base/toolArguments.ts";

const schema = z.object({
  items: z
    .array(
      z.object({
        text: z.string().check(z.minLength(1), z.maxLength(500), z.describe("One step.")),
        state: z.enum(["open", "running", "done"]),
      }),
    )
    .check(z.maxLength(30), z.describe("At most 30.")),
});

export function updatePlan(): AgentTool {
  let plan: z.infer<typeof schema>["items"] = [];
  return declaredTool({
    name: "update_plan",
    description:
      "Shows the person the steps of the task and how far they are. Gives the whole list each time.",
    schema,
    isWrite: false,
    kept: () =>
      plan.length === 0
        ? []
        : [["The plan:", ...plan.map((item) => `- ${item.state}: ${item.text}`)].join("\n")],
    prepare: ({ items }) => ({
      kind: "ready",
      planned: { act: "read", paths: [], title: "Update the plan", detail: "" },
      run: () => {
        plan = items;
        const count = items.filter(({ state }) => state === "done").length;
        return Promise.resolve(done(`The plan has ${items.length} steps, ${count} done.`));
      },
    }),
  });
}
