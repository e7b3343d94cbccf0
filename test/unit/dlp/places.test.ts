import { expect, test } from "vitest";

import type { DlpRules } from "../../../src/dlp/dlpRules.ts";
import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";

const cpf = "529.982.247-25";

const rules: DlpRules = {
  ...forEachKind(() => "allow"),
  cpf: "mask",
  places: { system: { cpf: "alert" }, tools: { cpf: "block" }, files: { cpf: "route" } },
};

function actions(body: Readonly<Record<string, unknown>>): readonly string[] {
  return inspectRequest(body, rules).findings.map(({ field, action }) => `${field} ${action}`);
}

test("each place of OpenAI's chat has its own action", () => {
  const messages = [
    { role: "system", content: cpf },
    { role: "developer", content: [{ type: "text", text: cpf }] },
    { role: "user", content: [{ type: "text", text: cpf }] },
    { role: "user", content: [{ type: "file", file: { file_data: cpf } }] },
    { role: "tool", tool_call_id: "1", content: cpf },
  ];
  expect(actions({ messages })).toEqual([
    "messages[0].content alert",
    "messages[1].content[0].text alert",
    "messages[2].content[0].text mask",
    "messages[3].content[0].file.file_data route",
    "messages[4].content block",
  ]);
});

test("each place of Anthropic's messages has its own action, the innermost first", () => {
  const source = { type: "text", media_type: "text/plain", data: cpf };
  const content = [
    { type: "text", text: cpf },
    { type: "tool_result", tool_use_id: "1", content: cpf },
    { type: "tool_result", tool_use_id: "2", content: [{ type: "document", source }] },
  ];
  expect(actions({ system: cpf, messages: [{ role: "user", content }] })).toEqual([
    "system alert",
    "messages[0].content[0].text mask",
    "messages[0].content[1].content block",
    "messages[0].content[2].content[0].source.data route",
  ]);
});

test("each place of the Responses API has its own action", () => {
  const input = [
    { role: "user", content: [{ type: "input_text", text: cpf }] },
    { type: "function_call_output", call_id: "1", output: cpf },
    { role: "user", content: [{ type: "input_file", file_data: cpf }] },
  ];
  expect(actions({ instructions: cpf, input })).toEqual([
    "instructions alert",
    "input[0].content[0].text mask",
    "input[1].output block",
    "input[2].content[0].file_data route",
  ]);
});

test("rules that act in one place alone are not off", () => {
  const only = {
    ...forEachKind(() => "allow" as const),
    places: { tools: { cpf: "block" } },
  } as const;
  const body = {
    messages: [
      { role: "tool", content: cpf },
      { role: "user", content: cpf },
    ],
  };
  expect(inspectRequest(body, only).findings).toMatchObject([{ field: "messages[0].content" }]);
});

test("a doubtful value is never routed, only reported", () => {
  const route: DlpRules = { ...forEachKind(() => "allow"), card: "route" };
  const body = { messages: [{ role: "user", content: "test card 4111 1111 1111 1111" }] };
  expect(inspectRequest(body, route).action).toBe("alert");
});
