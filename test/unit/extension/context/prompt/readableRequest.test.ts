import { expect, test, vi } from "vitest";

import { readableRequest } from "../../../../../src/extension/context/prompt/readableRequest.ts";
import type { ChatRequest } from "../../../../../src/hub/wire/chatTypes.ts";
import { encodeRequest } from "../../../../../src/hub/wire/encodeRequest.ts";

vi.mock("vscode", () => ({
  l10n: {
    t: (text: string, ...values: readonly unknown[]) =>
      text.replaceAll(/\{(\d)\}/gu, (_, at: string) => String(values[Number(at)])),
  },
}));

const request: ChatRequest = {
  model: "gpt-x",
  messages: [
    { role: "system", content: "Be short." },
    {
      role: "user",
      content: [
        { type: "text", text: '```ts path=a.ts\nconst a = "1";\n```\n\nWhy?\u200b' },
        { type: "image", mimeType: "image/png", base64: "A".repeat(4096) },
      ],
    },
    {
      role: "assistant",
      content: "",
      toolCalls: [{ id: "c1", name: "read", arguments: { path: "b.ts" } }],
    },
    { role: "tool", callId: "c1", content: "line 1\nline 2" },
  ],
  tools: [{ name: "read", description: "Reads a file.", inputSchema: { type: "object" } }],
};

test.each(["openai", "anthropic"] as const)(
  "a request in %s is read as headed blocks of text, not as JSON in one string",
  (format) => {
    const { body } = encodeRequest(request, format);
    const shown = readableRequest(request, body);
    expect(shown).toMatch(/^model: "gpt-x"$/mu);
    expect(shown).toMatch(/^stream: true$/mu);
    expect(shown.slice(shown.indexOf("## 1"))).toBe(`## 1 · System message

Be short.

## 2 · You

\`\`\`ts path=a.ts
const a = "1";
\`\`\`

Why?\\u200b

[Image: image/png, 3 KB]

## 3 · Model

Calls read with {
  "path": "b.ts"
}

## 4 · Result of read

line 1
line 2

## Tools

### read

Reads a file.

{
  "type": "object"
}

`);
  },
);

test("every field of the body that is no message and no tool is there", () => {
  const { body } = encodeRequest({ ...request, maxOutputTokens: 500 }, "anthropic");
  const shown = readableRequest(request, body);
  const fields = Object.keys(JSON.parse(body) as object).filter(
    (name) => !["messages", "system", "tools"].includes(name),
  );
  expect(fields.filter((name) => !shown.includes(`${name}: `))).toEqual([]);
});
