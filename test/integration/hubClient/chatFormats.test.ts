import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { ChatRequest, StreamEvent } from "../../../src/hub/wire/chatTypes.ts";
import { type ChatFormatChoice, encodeRequest } from "../../../src/hub/wire/encodeRequest.ts";
import { streamOf } from "../../support/answerText.ts";
import { clientOf } from "../../support/faultServer/askClient.ts";
import { FaultServer } from "../../support/faultServer/faultServer.ts";
import { ok, status } from "../../support/faultServer/steps.ts";
import { messageEnd, messageStart, textBlock } from "../../support/messageText.ts";

let server: FaultServer;
beforeAll(async () => {
  server = await FaultServer.start();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const request: ChatRequest = { model: "m", messages: [{ role: "user", content: "hi" }] };
const completion = streamOf("Hi");
const message = messageStart + textBlock(0, "Hi") + messageEnd("end_turn");
const models = (fields: object) => ok(JSON.stringify({ data: [{ id: "m", ...fields }] }));

let choice: ChatFormatChoice;
let client: HubClient;
beforeEach(() => {
  choice = "auto";
  client = clientOf(server.url, { chatFormat: () => choice });
});

/** A hub that has only some of the paths; the list of models says what it is given. */
function serve(paths: Readonly<Record<string, string>>, listed: object = {}): void {
  server.answer(({ path }) => {
    const body = paths[path];
    if (path === "/hub/v1/models") {
      return models(listed);
    }
    return body === undefined ? status(404) : ok(body);
  });
}

async function ask(asked = request): Promise<string> {
  try {
    const events: StreamEvent[] = [];
    for await (const event of client.streamChat(asked, { signal })) {
      events.push(event);
    }
    return events.map((event) => (event.kind === "textDelta" ? event.text : "")).join("");
  } catch (error) {
    return error instanceof HubError ? error.kind : "not a HubError";
  }
}

/** Without the policy, which is read beside the list of models. */
const paths = (): readonly string[] =>
  server.requests
    .map(({ path }) => path.slice("/hub/v1/".length))
    .filter((path) => path !== "policy");

describe("the format that the person chose", () => {
  test("is sent byte for byte as it is encoded, with the header it needs", async () => {
    choice = "anthropic";
    serve({ "/hub/v1/messages": message });
    expect(await ask()).toBe("Hi");
    const [sent] = server.requests;
    expect(sent).toMatchObject({ ...encodeRequest(request, "anthropic"), method: "POST" });
    expect(sent?.headers["anthropic-version"]).toBe("2023-06-01");
    expect(sent?.headers).not.toHaveProperty("x-api-key");
    expect(client.encode(request)).toEqual(encodeRequest(request, "anthropic"));
  });

  test("counts from the next request on", async () => {
    serve({ "/hub/v1/messages": message, "/hub/v1/chat/completions": completion });
    choice = "openai";
    await ask();
    choice = "anthropic";
    await ask();
    expect(paths()).toEqual(["chat/completions", "messages"]);
  });

  test.each(["openai", "anthropic"] as const)("%s is never left for the other", async (chosen) => {
    choice = chosen;
    serve({});
    expect(await ask()).toBe("not_a_hub");
    expect(server.requests).toHaveLength(1);
  });
});

describe("a choice that is left to us", () => {
  test("is the first format that the hub names for the model", async () => {
    serve({ "/hub/v1/messages": message }, { supported_endpoints: ["/v1/messages"] });
    await client.listModels({ signal });
    expect(await ask()).toBe("Hi");
    expect(paths()).toEqual(["models", "messages"]);
  });

  test("is completions where the hub names none, or both", async () => {
    serve(
      { "/hub/v1/chat/completions": completion },
      { hub: { formats: ["openai", "anthropic"] } },
    );
    expect(await ask()).toBe("Hi");
    await client.listModels({ signal });
    expect(await ask()).toBe("Hi");
    expect(paths()).toEqual(["chat/completions", "models", "chat/completions"]);
  });

  test.each([404, 405])("goes to the other format once after %i, and stays there", async (code) => {
    server.answer(({ path }) => (path.endsWith("/messages") ? ok(message) : status(code)));
    expect([await ask(), await ask()]).toEqual(["Hi", "Hi"]);
    expect(paths()).toEqual(["chat/completions", "messages", "messages"]);
    expect(client.encode(request).path).toBe("/hub/v1/messages");
  });

  test("where neither is there fails as the first did, and is asked anew the next time", async () => {
    serve({});
    expect([await ask(), await ask()]).toEqual(["not_a_hub", "not_a_hub"]);
    expect(paths()).toEqual(["chat/completions", "messages", "chat/completions", "messages"]);
  });

  test.each([
    ["a model that is not there", 404, '{"error":{"code":"model_not_found","message":"no"}}'],
    ["a policy", 403, '{"error":{"type":"model_blocked"}}'],
    ["a budget", 402, '{"error":{"type":"budget_exceeded"}}'],
  ])("stays where it is after %s", async (_name, code, body) => {
    server.answer([
      { do: "head", status: code },
      { do: "write", bytes: new TextEncoder().encode(body) },
      { do: "end" },
    ]);
    expect(await ask()).not.toBe("Hi");
    expect(server.requests).toHaveLength(1);
  });
});

const limitOf = (): unknown =>
  (JSON.parse(client.encode(request).body) as { max_tokens?: unknown }).max_tokens;

describe("the limit that messages need", () => {
  test.each([
    [{ max_output_tokens: 4096, context_length: 32_768 }, 4096],
    [{ max_output_tokens: 64_000 }, 64_000],
    [{ max_output_tokens: 32_768, context_length: 32_768 }, 8192],
    [{ max_output_tokens: 0.5 }, 8192],
    [{}, 8192],
  ])("of a model listed with %j is %i", async (fields, limit) => {
    choice = "anthropic";
    serve({}, fields);
    await client.listModels({ signal });
    expect(limitOf()).toBe(limit);
  });

  test("is the request's own where it has one; completions get none by themselves", async () => {
    choice = "anthropic";
    serve({}, { max_output_tokens: 4096 });
    await client.listModels({ signal });
    expect(client.encode({ ...request, maxOutputTokens: 7 }).body).toContain('"max_tokens":7');
    choice = "openai";
    expect(limitOf()).toBeUndefined();
  });
});
