import { expect, test } from "vitest";

import type { ChatTool } from "../../../../src/hub/wire/chatTypes.ts";
import { dlpModes } from "../../../../src/shared/guarded/protection.ts";
import { asking, cpf, protectionIn } from "./streams.ts";

/** A tool that counts how often its description is read. */
function countedTool(description: string): {
  readonly tool: ChatTool;
  readonly reads: () => number;
} {
  let reads = 0;
  const tool = {
    name: "find",
    get description() {
      reads += 1;
      return description;
    },
    inputSchema: { type: "object", properties: { cpf: { type: "string" } } },
  };
  return { tool, reads: () => reads };
}

test.each(dlpModes)(
  "a tool that is offered with each message is read through once, in the mode %s",
  async (mode) => {
    const { protection } = protectionIn(mode);
    const { tool, reads } = countedTool("Finds a customer");
    const first = await protection.apply(asking("Hello", { tools: [tool] }));
    const once = reads();
    const second = await protection.apply(asking("And now?", { tools: [tool] }));
    expect(reads()).toBe(once);
    expect([first.request.tools?.[0], second.request.tools?.[0]]).toEqual([tool, tool]);
  },
);

test("a tool with a value is refused with each message", async () => {
  const { protection } = protectionIn("block");
  const tools = [{ name: "find", description: `Finds ${cpf}`, inputSchema: {} }];
  for (const text of ["Hello", "And now?"]) {
    const { refusal } = await protection.apply(asking(text, { tools }));
    expect(refusal).toMatchObject({ kind: "dlp_local" });
  }
});

test.each(dlpModes)("a tool with a hub token loses it with each message, in %s", async (mode) => {
  const { protection } = protectionIn(mode);
  const tools = [{ name: "find", description: "Uses sk_hub_CANARY0123456789", inputSchema: {} }];
  for (const text of ["Hello", "And now?"]) {
    const { request } = await protection.apply(asking(text, { tools }));
    expect(request.tools).toEqual([{ ...tools[0], description: "Uses [hub token]" }]);
  }
});

test("a placeholder in the words of a known tool stands for no value", async () => {
  const { protection } = protectionIn("mask");
  const tools = [{ name: "find", description: "Tell [CPF_1] from others", inputSchema: {} }];
  for (const text of ["Hello", `CPF ${cpf}`]) {
    const { request } = await protection.apply(asking(text, { tools }));
    expect(JSON.stringify(request.messages)).not.toContain("[CPF_1]");
  }
});
