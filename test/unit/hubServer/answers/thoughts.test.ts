import { expect, test } from "vitest";

import { dataEvents, namedEvents } from "../../../support/modelServer/fakeUpstream.ts";
import { cpf, mask, passBytes, chunk } from "./guardedLab.ts";

const thoughts = [`O CPF é ${cpf.slice(0, 8)}`, `${cpf.slice(8)}, então.`];
const thought = thoughts.join("");

function event(delta: object, index = 0) {
  return { type: "content_block_delta", index, delta };
}

function end(index: number) {
  return { type: "content_block_stop", index };
}

test("a signed thought of Anthropic stays as it is, because its vendor refuses a changed one, and is reported", async () => {
  const { client, noted } = await passBytes(
    "anthropic",
    namedEvents(
      ...thoughts.map((thinking) => event({ type: "thinking_delta", thinking })),
      event({ type: "signature_delta", signature: "sig" }),
      end(0),
      event({ type: "text_delta", text: `CPF ${cpf} ` }, 1),
      end(1),
    ),
    [64],
  );
  const thinking = [...client.text.matchAll(/"thinking":"([^"]*)"/gu)].map(([, text]) => text);
  expect(thinking.join("")).toBe(thought);
  expect(client.text).toContain('"signature":"sig"');
  expect(client.text).toContain(mask);
  expect(noted).toMatchObject([
    { kind: "cpf", action: "alert", count: 1 },
    { kind: "cpf", action: "mask", count: 1 },
  ]);
});

const reasoningEvents: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
  ...thoughts.map((delta) => ({
    type: "response.reasoning_summary_text.delta",
    item_id: "r",
    output_index: 0,
    summary_index: 0,
    delta,
  })),
  {
    type: "response.output_item.done",
    output_index: 0,
    item: {
      type: "reasoning",
      id: "r",
      summary: [{ type: "summary_text", text: thought }],
      encrypted_content: "anthropic:sig-1",
    },
  },
];

test.each([
  [
    "openai",
    dataEvents(
      ...thoughts.map((reasoning_content) => chunk({ reasoning_content })),
      chunk({ reasoning_details: [{ type: "reasoning.text", signature: "sig-1", index: 0 }] }),
      chunk({ content: "Sim." }),
    ),
  ],
  ["responses", namedEvents(...reasoningEvents)],
] as const)("a masked thought in the format %s loses its signature", async (format, stream) => {
  const { client } = await passBytes(format, stream, [64]);
  expect(client.text).toContain(mask);
  expect(client.text).not.toContain("529");
  expect(client.text).not.toContain("sig-1");
  const harmless = await passBytes(format, stream.replaceAll(/529\.982|\.247-25/gu, "x"), [64]);
  expect(harmless.client.text).toContain("sig-1");
});
