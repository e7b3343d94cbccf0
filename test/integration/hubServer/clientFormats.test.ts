import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import type {
  ChatRequest,
  ChatRequestMessage,
  StreamEvent,
} from "../../../src/hub/wire/chatTypes.ts";
import type { ChatFormat } from "../../../src/hub/wire/encodeRequest.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { HubLab } from "./hubProcess.ts";

const lab = new HubLab();
let hub: { readonly url: string; readonly token: string };
beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "formats")]);
});
afterAll(() => lab.dispose());

const tool = {
  name: "estoque_alterar",
  description: "Altera o estoque de um produto.",
  inputSchema: {
    type: "object",
    properties: {
      codigoProduto: { type: "string", description: "Código do produto" },
      quantidade: { type: "integer", description: "Quantidade em estoque" },
    },
    required: ["codigoProduto", "quantidade"],
  },
};

async function answerTo(format: ChatFormat, request: ChatRequest): Promise<readonly StreamEvent[]> {
  const client = new HubClient({
    baseUrl: hub.url,
    token: () => Promise.resolve(hub.token),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => 0,
    chatFormat: () => format,
  });
  const events: StreamEvent[] = [];
  for await (const event of client.streamChat(request, { signal: AbortSignal.timeout(20_000) })) {
    events.push(event);
  }
  return events;
}

const textOf = (events: readonly StreamEvent[]): string =>
  events.map((event) => (event.kind === "textDelta" ? event.text : "")).join("");

describe.each(["openai", "anthropic"] as const)("our hub answers the client in %s", (format) => {
  const system: ChatRequestMessage = { role: "system", content: "Be brief." };

  test("with text, the model, what it used and the end", async () => {
    const events = await answerTo(format, {
      model: "hub-script-echo",
      messages: [system, { role: "user", content: "please" }],
    });
    expect(textOf(events)).toBe("please");
    expect(events[0]).toMatchObject({ kind: "responseStarted", model: "hub-script-echo" });
    const usage = events.find((event) => event.kind === "usage");
    expect(usage?.inputTokens).toBeGreaterThan(0);
    expect(usage?.outputTokens).toBeGreaterThan(0);
    expect(events.at(-1)).toEqual({ kind: "finished", reason: "stop" });
  });

  test("with the hub's own code where it refuses", async () => {
    const request = {
      model: "no-such-model",
      messages: [{ role: "user", content: "Hi" }],
    } as const;
    await expect(answerTo(format, request)).rejects.toMatchObject({
      failure: { kind: "model_not_found", hubCode: "model_not_found" },
    });
  });

  test("calls a tool, takes its result and goes on in words", async () => {
    const question: ChatRequestMessage = {
      role: "user",
      content: "altere o estoque do 123 para 50",
    };
    const request = { model: "hub-demo", messages: [system, question], tools: [tool] };
    const events = await answerTo(format, request);
    const call = events.flatMap((event) => (event.kind === "toolCall" ? event.call : [])).at(0);
    expect(call).toMatchObject({
      name: "estoque_alterar",
      arguments: { codigoProduto: "123", quantidade: 50 },
    });
    expect(events.at(-1)).toEqual({ kind: "finished", reason: "tool_calls" });
    const after = await answerTo(format, {
      ...request,
      messages: [
        ...request.messages,
        { role: "assistant", content: textOf(events), toolCalls: call ? [call] : [] },
        { role: "tool", callId: call?.id ?? "", content: '{"estoque":50}' },
      ],
    });
    expect(textOf(after)).not.toBe("");
    expect(after.some(({ kind }) => kind === "toolCall")).toBe(false);
  });

  test("takes an image in what is said", async () => {
    const base64 =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const events = await answerTo(format, {
      model: "hub-script-echo",
      messages: [
        {
          role: "user",
          content: [
            { type: "image", mimeType: "image/png", base64 },
            { type: "text", text: "please" },
          ],
        },
      ],
    });
    expect(textOf(events)).toContain("please");
  });
});
