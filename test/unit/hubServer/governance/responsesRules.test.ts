import { describe, expect, test } from "vitest";

import { inspectRequest } from "../../../../src/dlp/scanRequest.ts";
import { wishOf } from "../../../../src/hubServer/governance/budgets/tokenWish.ts";
import { withParameters } from "../../../../src/hubServer/governance/policy/policy.ts";
import { readChatCall } from "../../../../src/hubServer/models/chatCall.ts";
import { forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";

const cpf = "529.982.247-25";
const policy = {
  allow: [],
  deny: [],
  allowsTools: true,
  allowsImages: true,
  forced: {},
  capped: {},
};

describe("the rules for a Responses request", () => {
  test.each([
    ["input", { input: cpf }],
    ["instructions", { instructions: `Ask ${cpf}` }],
    ["input[0].content[0].text", { input: [{ content: [{ type: "input_text", text: cpf }] }] }],
    ["input[0].output", { input: [{ type: "function_call_output", output: cpf }] }],
    ["input[0].output[0].text", { input: [{ output: [{ type: "input_text", text: cpf }] }] }],
    ["input[0].input", { input: [{ type: "custom_tool_call", input: cpf }] }],
    ["input[0].arguments", { input: [{ arguments: `{"cpf":"${cpf}"}` }] }],
    ["input[0].action.command[0]", { input: [{ action: { command: [`grep ${cpf}`] } }] }],
    ["input[0].summary[0].text", { input: [{ summary: [{ text: cpf }] }] }],
    ["prompt.variables.who", { prompt: { id: "p", variables: { who: cpf } } }],
    ["tools[0].description", { tools: [{ description: cpf }] }],
    ["metadata.who", { metadata: { who: cpf } }],
  ])("find a number in %s", (field, body) => {
    const { action, findings } = inspectRequest(
      body,
      forEachKind(() => "block"),
    );
    expect(action).toBe("block");
    expect(findings).toMatchObject([{ kind: "cpf", field }]);
  });

  test("force and cap by this format's names", () => {
    const forced = { reasoning_effort: "low", stop: "END", temperature: 0 };
    const ruled = { ...policy, forced, capped: { max_tokens: 100 } };
    const fields = { reasoning: { effort: "high", summary: "auto" }, max_output_tokens: 500 };
    expect(withParameters(fields, ruled, "responses")).toEqual({
      reasoning: { effort: "low", summary: "auto" },
      max_output_tokens: 100,
      temperature: 0,
    });
  });

  test("reserve what the request asks for", () => {
    const call = { format: "responses", maxOutputTokens: undefined } as const;
    const wish = wishOf(call, { max_output_tokens: 70 }, { policy, model: undefined });
    expect(wish).toMatchObject({ tokens: 70, isLimited: true });
  });

  test.each([
    [true, { tools: [{ type: "web_search" }] }],
    [true, { prompt: { id: "template" } }],
    [true, { input: [{ type: "additional_tools", tools: [] }] }],
    [false, { tools: [] }],
  ])("count as tools (%s) what brings the model any: %j", (hasTools, fields) => {
    const text = JSON.stringify({ model: "m", input: "hi", ...fields });
    expect(readChatCall(new TextEncoder().encode(text), "responses").hasTools).toBe(hasTools);
  });
});
