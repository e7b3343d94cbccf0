import { expect, test } from "vitest";

import type { ChatRequest } from "../../../../src/hub/wire/chatTypes.ts";
import { dlpModes } from "../../../../src/shared/guarded/protection.ts";
import { asking, protectionIn } from "./streams.ts";

const token = "sk_hub_CANARY0123456789abcdef";

const request: ChatRequest = {
  model: "m",
  messages: [
    { role: "system", content: `Use ${token}.` },
    { role: "user", content: [{ type: "text", text: `Why is ${token} refused?` }] },
    {
      role: "assistant",
      content: `It is "${token}".`,
      toolCalls: [{ id: "a", name: "find", arguments: { [token]: [token] } }],
    },
    { role: "tool", callId: "a", content: JSON.stringify({ token }) },
  ],
  tools: [{ name: "find", description: token, inputSchema: { default: token } }],
};

test.each(dlpModes)(
  "in the mode %s a hub's token goes to no model, wherever it stands",
  async (mode) => {
    const safe = await protectionIn(mode).protection.apply(request, { conversationId: "c1" });
    expect(safe.refusal).toBeUndefined();
    const bytes = JSON.stringify(safe.request);
    expect(bytes).not.toContain("CANARY");
    expect(bytes).toContain("Why is [hub token] refused?");
  },
);

test("words that only look like one stay as they are", async () => {
  const plain = asking("What is sk_hub_ for?");
  expect((await protectionIn("off").protection.apply(plain)).request).toEqual(plain);
});
