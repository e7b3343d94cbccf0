import { expect, test } from "vitest";

import { ChatTools, type SellerSource } from "../../../../src/extension/tools/chatTools.ts";
import type { ChatRequest } from "../../../../src/hub/wire/chatTypes.ts";
import { sellerToolDefinitions } from "../../../../src/seller/chatTools/toolDefinitions.ts";
import type { Tool } from "../../../../src/shared/conversation/tool.ts";
import { deferred } from "../../../support/deferred.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const nobody = { dispose: (): void => undefined };

const tool: Tool = {
  definition: { name: "seller_list_stock", description: "", inputSchema: {} },
  isWrite: false,
  prepare: () => Promise.resolve({ kind: "refused", state: "refused", text: "" }),
};

/** Tools whose requests are kept, with a portal that is not loaded yet. */
function waitingTools(ready: Promise<void>) {
  const requests: ChatRequest[] = [];
  let loaded: SellerSource["loaded"];
  const tools = new ChatTools({
    streamChat: async function* streamChat(request) {
      await Promise.resolve();
      requests.push(request);
      yield { kind: "finished", reason: "stop" };
    },
    clock: new FakeClock(),
    newId: () => "1",
    takesTools: () => true,
    limits: {
      get: () => ({ access: "read", maxWrites: 1, maxPriceChange: 1, zeroStock: "ask" }),
      onDidChange: () => nobody,
    },
  });
  tools.connect({
    get loaded() {
      return loaded;
    },
    onDidChange: () => nobody,
    ready: async () => {
      await ready;
      loaded = {
        access: {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only asked whether it is there
          desk: () => ({ environment: { name: "Loja", kind: "sandbox" } }) as never,
          onDidChange: () => nobody,
          journal: () => Promise.resolve(),
          earlier: () => Promise.resolve([]),
        },
        createTools: () => [tool],
      };
    },
  });
  return { tools, requests };
}

async function answer(tools: ChatTools): Promise<void> {
  const request = { model: "m", messages: [{ role: "user", content: "Hi" }] } as const;
  const events = tools.answering("c1")(request, {
    messageId: "m2",
    questionId: "m1",
    stored: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
  for await (const event of events) {
    expect(event).toBeDefined();
  }
}

test("the first message waits for the portal where an environment is, and offers its tools", async () => {
  const loading = deferred<void>();
  const { tools, requests } = waitingTools(loading.promise);
  expect(tools.offeredTo("m")).toEqual([]);
  const answered = answer(tools);
  expect(requests).toEqual([]);
  loading.resolve();
  await answered;
  expect(requests.map((request) => request.tools?.map(({ name }) => name))).toEqual([
    ["seller_list_stock"],
  ]);
});

test("a portal that cannot be loaded costs its tools, not the answer", async () => {
  const { tools, requests } = waitingTools(Promise.reject(new Error("Cannot find module")));
  await answer(tools);
  expect(requests.map((request) => request.tools)).toEqual([undefined]);
});

test("the titles of tools are known before the portal is loaded", () => {
  const { tools } = waitingTools(Promise.resolve());
  expect(tools.state.titles).toEqual(
    Object.fromEntries(sellerToolDefinitions.map(({ name, title }) => [name, title])),
  );
});
