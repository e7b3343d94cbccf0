import { expect, test } from "vitest";

import { inspectRequest } from "../../../../src/dlp/scanRequest.ts";
import { inspectAll } from "../../../../src/hubServer/governance/policy/inspection.ts";
import { forEachKind, maskOf } from "../../../../src/shared/guarded/sensitiveKinds.ts";

const cpf = "529.982.247-25";
const masks = forEachKind(() => "mask" as const);

function inspected(fields: object) {
  const { action, body } = inspectAll({ fields: { ...fields } }, masks, inspectRequest);
  return { action, body };
}

const ask = { role: "user", content: "Look the customer up." };
const signed = { type: "thinking", thinking: `The CPF is ${cpf}.`, signature: "c2lnbmF0dXJl" };
const plain = { type: "thinking", thinking: "I use the tool.", signature: "b3RoZXI=" };
const hidden = { type: "redacted_thinking", data: "aGlkZGVu" };
const call = { type: "tool_use", id: "toolu_1", name: "find", input: { id: 7 } };
const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1" }] };

function anthropic(...content: object[]) {
  return {
    thinking: { type: "enabled", budget_tokens: 2_000 },
    messages: [ask, { role: "assistant", content }, result],
  };
}

test("a thought of Anthropic's format with a value is left out with those beside it, not changed", () => {
  const { action, body } = inspected(anthropic(plain, signed, hidden, call));
  expect(action).toBe("mask");
  expect(body).toEqual({
    messages: [ask, { role: "assistant", content: [call] }, result],
    thinking: { type: "disabled" },
  });
});

test("after the turn the model may think again, and other messages keep their thoughts", () => {
  const fields = {
    thinking: { type: "enabled", budget_tokens: 2_000 },
    messages: [
      ask,
      { role: "assistant", content: [signed] },
      ask,
      { role: "assistant", content: [plain, { type: "text", text: "Yes." }] },
      ask,
    ],
  };
  const { body } = inspected(fields);
  expect(body).toEqual({ ...fields, messages: [ask, ask, fields.messages[3], ask] });
});

test("a thought without a value, and a masked text beside it, leave thoughts as they were", () => {
  const content = [plain, hidden, { type: "text", text: `CPF ${cpf}` }, call];
  const fields = anthropic(...content);
  const { body } = inspected(fields);
  const masked = { type: "text", text: `CPF ${maskOf("cpf")}` };
  expect(body).toEqual(anthropic(plain, hidden, masked, call));
  const harmless = anthropic(plain, call);
  expect(inspected(harmless)).toEqual({ action: "allow", body: harmless });
});

test("a thought without a signature is masked", () => {
  const { signature: _, ...unsigned } = signed;
  expect(inspected(anthropic(unsigned, call)).body).toEqual(
    anthropic({ ...unsigned, thinking: `The CPF is ${maskOf("cpf")}.` }, call),
  );
});

function summary(text: string): readonly object[] {
  return [{ type: "summary_text", text }];
}

test("signed thoughts in OpenAI's formats lose what their maker would refuse", () => {
  const message = { role: "assistant", content: "Yes.", reasoning_content: signed.thinking };
  const details = [{ type: "reasoning.text", signature: "c2ln", index: 0 }];
  const chat = inspected({ messages: [ask, { ...message, reasoning_details: details }, ask] });
  const reasoning = `The CPF is ${maskOf("cpf")}.`;
  expect(chat.body).toEqual({ messages: [ask, { ...message, reasoning_content: reasoning }, ask] });

  const item = { type: "reasoning", summary: summary(signed.thinking) };
  const ours = { ...item, encrypted_content: "anthropic:c2ln" };
  const theirs = { ...item, encrypted_content: "gAAAAABo" };
  expect(inspected({ input: [ask, ours, theirs] }).body).toEqual({
    input: [ask, { ...theirs, summary: summary(reasoning) }],
  });
});
