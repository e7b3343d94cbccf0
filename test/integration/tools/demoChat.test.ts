import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { ChatSession } from "../../../src/chat/chatSession.ts";
import { ChatTools } from "../../../src/extension/tools/chatTools.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import type { ChatFormat } from "../../../src/hub/wire/encodeRequest.ts";
import type { WriteLimits } from "../../../src/seller/chatTools/writeGate.ts";
import { PortalTokens } from "../../../src/seller/client/portalTokens.ts";
import { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import type { JournalEntry } from "../../../src/seller/write/journalEntry.ts";
import type { SellerAccess, SellerDesk } from "../../../src/seller/write/sellerAccess.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import type {
  AssistantMessage,
  ToolCallPart,
} from "../../../src/shared/conversation/conversation.ts";
import type { PendingApproval } from "../../../src/shared/conversation/tool.ts";
import { messageText, visiblePath } from "../../../src/shared/conversation/transcript.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { HubLab, type HubProcess, until } from "../hubServer/hubProcess.ts";
import { loadedSeller } from "./loadedSeller.ts";

interface Seller {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly codigoSeller: number;
}

const lab = new HubLab();
let hub: HubProcess;
let desk: SellerDesk;
let format: ChatFormat;
let access: WriteLimits["access"];
let journal: JournalEntry[];
let tools: ChatTools;
let session: ChatSession;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", `${lab.home}/demo`]);
  const { seller } = JSON.parse(hub.stdout()) as { readonly seller: Seller };
  const { url, clientId, clientSecret, codigoSeller } = seller;
  const environment = {
    name: "Sandbox",
    kind: "sandbox",
    baseUrl: url,
    codigoSeller,
    codigoUsuario: 7,
  } as const;
  const credentials = () => Promise.resolve({ clientId, clientSecret });
  const clock = systemClock;
  const tokens = new PortalTokens({ fetch, clock });
  const client = new SellerClient({ environment, credentials, tokens, fetch, clock });
  desk = { id: "1", environment, client, credentials };
}, 60_000);

afterAll(() => lab.dispose());

beforeEach(async () => {
  format = "openai";
  access = "write";
  journal = [];
  const client = new HubClient({
    baseUrl: hub.url,
    token: () => Promise.resolve(hub.token),
    fetch,
    clock: systemClock,
    random: Math.random,
    chatFormat: () => format,
  });
  const streamChat: HubClient["streamChat"] = (request, options) =>
    client.streamChat(request, options);
  tools = new ChatTools({
    streamChat,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    takesTools: () => true,
    limits: {
      get: () => ({
        access,
        maxWrites: 10,
        maxPriceChange: 20,
        maxStockChange: 1000,
        zeroStock: "refuse",
      }),
      onDidChange: () => ({ dispose: () => undefined }),
    },
  });
  const portal: SellerAccess = {
    desk: () => desk,
    onDidChange: () => ({ dispose: () => undefined }),
    earlier: () => Promise.resolve([]),
    journal: (entry) => {
      journal.push(entry);
      return Promise.resolve();
    },
  };
  tools.connect(loadedSeller(portal));
  const store = new MemoryStore();
  session = new ChatSession("c1", await store.load("c1"), {
    store,
    streamChat,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    onStorageFailure: () => undefined,
    answering: (id) => tools.answering(id),
  });
});

async function card(): Promise<PendingApproval> {
  await until("a card is shown", () => tools.approvals.pending("c1").length > 0);
  const [approval] = tools.approvals.pending("c1");
  if (!approval) {
    throw new Error("No card");
  }
  await until("the card can be approved", () => Date.now() >= approval.armedAt);
  return approval;
}

async function answer(): Promise<AssistantMessage> {
  await until("the answer ended", () => session.turn.state === "idle");
  const last = visiblePath(session.conversation).at(-1);
  if (last?.role !== "assistant") {
    throw new Error("The last message is no answer");
  }
  return last;
}

const calls = ({ parts }: AssistantMessage): readonly ToolCallPart[] =>
  parts.filter((part) => part.kind === "toolCall");

const decide = (id: string, approve: boolean): string =>
  tools.approvals.decide({ conversationId: "c1", id, approve });

async function stockOf123(): Promise<unknown> {
  const { entries } = await desk.client.list("listStock", { signal: new AbortController().signal });
  return entries.find((entry) => entry["codigoProdutoMarketplace"] === 123)?.["quantidadeEstoque"];
}

test.each([
  ["openai", "altere o estoque do 123 para 50", 50],
  ["openai", "set the stock of 123 to 51", 51],
  ["anthropic", "altere o estoque do 123 para 52", 52],
  ["anthropic", "set the stock of 123 to 53", 53],
] as const)(
  "over %s, “%s” stops at a card and is done once approved",
  async (wire, question, quantity) => {
    format = wire;
    const before = await stockOf123();
    session.send(question, [], "hub-demo");
    const { id, proposal } = await card();
    expect(proposal).toMatchObject({
      act: {
        en: `Set stock of 123 to ${quantity} in Sandbox`,
        ptBr: `Alterar o estoque do 123 para ${quantity} em Sandbox`,
      },
      method: "PUT",
      url: `${hub.url}/portal-seller/estoques/atualizar/123/${quantity}`,
      fields: [
        { name: "codigoProdutoMarketplace", before: "123", after: "123", state: "same" },
        {
          name: "quantidadeEstoque",
          before: String(before),
          after: String(quantity),
          state: "changed",
        },
      ],
    });
    expect(await stockOf123()).toBe(before);
    expect(decide(id, true)).toBe("done");
    const message = await answer();
    expect(message.state).toBe("complete");
    expect(calls(message).map(({ name, state }) => [name, state])).toEqual([
      ["seller_update_stock", "done"],
    ]);
    expect(messageText(message)).toContain(String(quantity));
    expect(await stockOf123()).toBe(quantity);
    expect(journal.map(({ source, call, outcome }) => [source, call, outcome])).toEqual([
      ["chat", "updateStock", "sending"],
      ["chat", "updateStock", "done"],
    ]);
  },
);

test("a rejected write changes nothing, and the model is told so", async () => {
  const before = await stockOf123();
  session.send("altere o estoque do 123 para 99", [], "hub-demo");
  const { id } = await card();
  decide(id, false);
  const message = await answer();
  expect(calls(message)).toMatchObject([
    { state: "refused", result: expect.stringContaining("rejected") as string },
  ]);
  expect([await stockOf123(), journal]).toEqual([before, []]);
});

test("by default nothing is written: the refusal says how to allow it", async () => {
  access = "read";
  const before = await stockOf123();
  session.send("altere o estoque do 123 para 99", [], "hub-demo");
  const message = await answer();
  expect(calls(message)).toMatchObject([
    { state: "refused", result: expect.stringContaining("aiHub.seller.chatAccess") as string },
  ]);
  expect(await stockOf123()).toBe(before);
});

test("a list is read freely, and the conversation goes on in the other format with what it told", async () => {
  session.send("liste o estoque", [], "hub-demo");
  const first = await answer();
  expect(calls(first)).toMatchObject([{ name: "seller_list_stock", state: "done" }]);
  expect(messageText(first)).toContain("codigoProdutoMarketplace");
  format = "anthropic";
  session.send("mostre o pedido 1", [], "hub-demo");
  const second = await answer();
  expect(second.state).toBe("complete");
  expect(calls(second)).toMatchObject([{ name: "seller_get_order" }]);
});

test("where tools are off the model is offered none, whatever the conversation has of them", async () => {
  session.send("liste o estoque", [], "hub-demo");
  await answer();
  access = "off";
  session.send("liste o estoque", [], "hub-demo");
  const message = await answer();
  expect([message.state, calls(message)]).toEqual(["complete", []]);
});

test("stopping while a card waits takes it away; nothing was sent", async () => {
  session.send("altere o estoque do 123 para 98", [], "hub-demo");
  const { id } = await card();
  session.stop();
  const message = await answer();
  expect(message.state).toBe("stopped");
  expect(calls(message)).toMatchObject([{ state: "refused" }]);
  expect([decide(id, true), journal]).toEqual(["gone", []]);
});

test("the kill switch refuses what waits and what comes, until writes are allowed again", async () => {
  session.send("altere o estoque do 123 para 97", [], "hub-demo");
  await card();
  tools.stopWrites();
  expect(calls(await answer())).toMatchObject([{ state: "refused" }]);
  session.send("altere o estoque do 123 para 96", [], "hub-demo");
  expect(calls(await answer())).toMatchObject([{ state: "refused" }]);
  tools.allowWritesAgain();
  session.send("altere o estoque do 123 para 95", [], "hub-demo");
  decide((await card()).id, true);
  expect(calls(await answer())).toMatchObject([{ state: "done" }]);
});
