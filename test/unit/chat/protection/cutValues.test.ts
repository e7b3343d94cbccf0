import * as fc from "fast-check";
import { expect, test } from "vitest";

import { inspectRequest } from "../../../../src/dlp/scanRequest.ts";
import type { ChatRequest, ChatRequestMessage } from "../../../../src/hub/wire/chatTypes.ts";
import { encodeRequest } from "../../../../src/hub/wire/encodeRequest.ts";
import { forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { cnpjs, cpfs, punctuated } from "../../dlp/values.ts";
import { protectionIn } from "./streams.ts";

/** A piece alone may resemble a telephone number. */
const blockAll = { ...forEachKind(() => "block" as const), phone: "allow" } as const;

const call = (id: string): ChatRequestMessage => ({
  role: "assistant",
  content: "",
  toolCalls: [{ id, name: "read", arguments: {} }],
});
const result = (id: string, content: string): ChatRequestMessage => ({
  role: "tool",
  callId: id,
  content,
});

const conversations: Readonly<
  Record<string, (one: string, two: string) => readonly ChatRequestMessage[]>
> = {
  "messages of the person": (one, two) => [
    { role: "user", content: one },
    { role: "assistant", content: "Pode mandar." },
    { role: "user", content: two },
  ],
  "results of tools": (one, two) => [
    { role: "user", content: "Leia." },
    call("1"),
    result("1", one),
    call("2"),
    result("2", two),
  ],
};

const cuts = fc.tuple(fc.oneof(cpfs, cnpjs).map(punctuated), fc.nat()).map(([value, wanted]) => {
  const at = 1 + (wanted % (value.length - 1));
  return [value.slice(0, at), value.slice(at)] as const;
});

function hubAction(request: ChatRequest, format: "openai" | "anthropic"): string {
  const body: unknown = JSON.parse(encodeRequest(request, format).body);
  return inspectRequest(body as Readonly<Record<string, unknown>>, blockAll).action;
}

test.for(Object.entries(conversations))(
  "a number that is cut over %s leaves masked, as the hub judges it",
  async ([, conversation]) => {
    await fc.assert(
      fc.asyncProperty(cuts, async ([one, two]) => {
        const request = { model: "m", messages: [...conversation(`CPF ${one}`, `${two}, 1 vez`)] };
        const { protection } = protectionIn("mask");
        const { request: sent, placeholders } = await protection.apply(request);
        for (const format of ["openai", "anthropic"] as const) {
          expect(hubAction(request, format)).toBe("block");
          expect(hubAction(sent, format)).toBe("allow");
        }
        expect(
          JSON.parse(placeholders.restoreEverywhere(JSON.stringify(sent.messages.slice(1)))),
        ).toEqual(request.messages);
        const blocked = await protectionIn("block").protection.apply(request, {
          conversationId: "c",
        });
        expect(blocked.refusal).toMatchObject({ kind: "dlp_local" });
      }),
      { numRuns: 60 },
    );
  },
);

test("a list of numbers with the digits of a value leaves masked, as the hub judges it", async () => {
  const digits = [5, 2, 9, 9, 8, 2, 2, 4, 7, 2, 5];
  const toolCalls = [{ id: "1", name: "save", arguments: { cpf: digits, sizes: [1, 2] } }];
  const messages = [{ role: "assistant" as const, content: "", toolCalls }, result("1", "ok")];
  const { request: sent } = await protectionIn("mask").protection.apply({ model: "m", messages });
  expect(hubAction({ model: "m", messages }, "anthropic")).toBe("block");
  expect(hubAction(sent, "anthropic")).toBe("allow");
  expect(sent.messages[1]).toMatchObject({
    toolCalls: [{ arguments: { cpf: ["[CPF_1]"], sizes: [1, 2] } }],
  });
});
