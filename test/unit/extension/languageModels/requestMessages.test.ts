import { expect, test } from "vitest";

import { modelInformation } from "../../../../src/extension/languageModels/modelInformation.ts";
import { requestMessages } from "../../../../src/extension/languageModels/requestMessages.ts";

const user = 1;
const assistant = 2;

test("text, tool calls, their results and images keep their order and their meaning", () => {
  const messages = requestMessages([
    { role: user, content: [{ value: "What is " }, { value: "this?" }] },
    {
      role: assistant,
      content: [{ value: "I look." }, { callId: "1", name: "read", input: { path: "a.ts" } }],
    },
    {
      role: user,
      content: [
        { callId: "1", content: [{ value: "const a" }, { value: " = 1;" }] },
        { value: "And this?" },
        { mimeType: "image/png", data: new Uint8Array([1, 2, 3]) },
      ],
    },
  ]);
  expect(messages).toEqual([
    { role: "user", content: "What is this?" },
    {
      role: "assistant",
      content: "I look.",
      toolCalls: [{ id: "1", name: "read", arguments: { path: "a.ts" } }],
    },
    { role: "tool", callId: "1", content: "const a = 1;" },
    {
      role: "user",
      content: [
        { type: "text", text: "And this?" },
        { type: "image", mimeType: "image/png", base64: "AQID" },
      ],
    },
  ]);
});

test("parts of a kind that is not known, and messages without any, are left out", () => {
  expect(
    requestMessages([
      { role: user, content: [{ thinking: "…" }, undefined, 7] },
      { role: assistant, content: [] },
      {
        role: user,
        content: [{ mimeType: "text/plain", data: new Uint8Array(1) }, { value: "a" }],
      },
      { role: 3, content: [{ value: "Rules" }] },
    ]),
  ).toEqual([
    { role: "user", content: "a" },
    { role: "system", content: "Rules" },
  ]);
});

test("the editor is told the models that chat and that this token may use", () => {
  const model = { name: "Large", capabilities: { vision: true } };
  const told = modelInformation([
    { ...model, id: "large", contextLength: 100_000, maxOutputTokens: 8_000, ownedBy: "acme" },
    { ...model, id: "vectors", type: "embedding" },
    { ...model, id: "locked", locked: {} },
  ]);
  expect(told).toEqual([
    {
      id: "large",
      name: "Large",
      family: "acme",
      version: "large",
      detail: "AI Hub",
      maxInputTokens: 92_000,
      maxOutputTokens: 8_000,
      capabilities: { imageInput: true, toolCalling: true },
    },
  ]);
});
