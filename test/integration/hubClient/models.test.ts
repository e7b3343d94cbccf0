import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { canaryToken, clientOf } from "../../support/faultServer/askClient.ts";
import { FaultServer, type Step } from "../../support/faultServer/faultServer.ts";
import { ok, status, write } from "../../support/faultServer/steps.ts";

let server: FaultServer;

beforeAll(async () => {
  server = await FaultServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const { signal } = new AbortController();

describe("the list of models", () => {
  test("is asked for with the same headers, and read", async () => {
    server.answer(ok('{"data":[{"id":"a","context_length":5}]}'));
    expect(await clientOf(server.url).listModels({ signal })).toEqual([
      { id: "a", name: "a", contextLength: 5, capabilities: {} },
    ]);
    const headers = { authorization: `Bearer ${canaryToken}`, "x-hub-app": "vscode" };
    expect(server.requests.toSorted((a, b) => a.path.localeCompare(b.path))).toMatchObject([
      { method: "GET", path: "/hub/v1/models", headers },
      { method: "GET", path: "/hub/v1/policy", headers },
    ]);
  });

  test("of 40 MB says that it is too large, and is not read to its end", async () => {
    const entry = `{"id":"${"x".repeat(1000)}"},`;
    const mebibyte = write(entry.repeat(1024));
    server.answer([
      { do: "head" },
      write('{"data":['),
      ...Array.from({ length: 40 }, () => mebibyte),
    ]);
    await expect(clientOf(server.url).listModels({ signal })).rejects.toMatchObject({
      failure: { kind: "answer_too_large", host: new URL(server.url).host },
    });
  });

  test.each<[string, readonly Step[], string]>([
    ["a page", ok("<html>Sign in</html>"), "not_a_hub"],
    ["something else", ok('{"hello":"world"}'), "not_a_hub"],
    ["nothing", ok(""), "not_a_hub"],
    ["half of it", ok('{"data":[{"id":"a"}'), "truncated"],
    [
      "an error with success",
      ok('{"error":{"code":"invalid_api_key","message":"x"}}'),
      "auth_invalid",
    ],
    ["a refusal", status(403), "policy_other"],
    ["a redirect", status(302, { location: "https://login.example" }), "redirect_refused"],
  ])("that is %s fails for that reason", async (_name, steps, kind) => {
    server.answer(steps);
    await expect(clientOf(server.url).listModels({ signal })).rejects.toMatchObject({ kind });
  });

  test("of 20,000 models is read", async () => {
    const data = Array.from({ length: 20_000 }, (_, index) => ({ id: `m${index}` }));
    server.answer(ok(JSON.stringify({ data })));
    expect(await clientOf(server.url).listModels({ signal })).toHaveLength(20_000);
  });

  test("can be stopped", async () => {
    server.answer([{ do: "head" }, { do: "stall" }]);
    const controller = new AbortController();
    const list = clientOf(server.url).listModels({ signal: controller.signal });
    controller.abort();
    await expect(list).rejects.toMatchObject({ kind: "cancelled" });
  });
});
