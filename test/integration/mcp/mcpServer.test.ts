import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { programBundle } from "../../../scripts/programBundles.ts";
import { nodeSellerFiles } from "../../../src/extension/seller/files/nodeSellerFiles.ts";
import { sellerToolDefinitions } from "../../../src/seller/chatTools/toolDefinitions.ts";
import { type JournalEntry, settledEntries } from "../../../src/seller/write/journalEntry.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { fullDiskCommand } from "../../support/fullDisk.ts";
import { writeProgram } from "../../support/programs.ts";
import { startSandbox } from "../../support/sandboxServer.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { fourteenCalls } from "../tools/fourteenCalls.ts";

const folder = mkdtempSync(join(tmpdir(), "ai-hub-mcp-"));
const program = join(folder, "mcp.mjs");
const journal = join(folder, "journal", "writes.jsonl");

let running: Awaited<ReturnType<typeof startSandbox>>;
const clients: Client[] = [];

beforeAll(async () => {
  await writeProgram(program, "src/mcp/main.ts", programBundle);
  running = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Answers what the server asks the person. */
  readonly person?: (message: string) => ElicitResult;
  readonly isDiskFull?: boolean;
}

async function start({
  args = [],
  env = {},
  person,
  isDiskFull = false,
}: StartOptions = {}): Promise<Client> {
  const { clientId, clientSecret, codigoSeller } = running.sandbox;
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: person ? { elicitation: {} } : {} },
  );
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message));
  }
  clients.push(client);
  const line = [process.execPath, program, ...args] as const;
  const [command, ...rest] = isDiskFull ? fullDiskCommand(line) : line;
  await client.connect(
    new StdioClientTransport({
      command,
      args: rest,
      env: {
        AI_HUB_SELLER_URL: running.url,
        AI_HUB_SELLER_CLIENT_ID: clientId,
        AI_HUB_SELLER_CLIENT_SECRET: clientSecret,
        AI_HUB_SELLER_CODE: String(codigoSeller),
        AI_HUB_SELLER_USER: "7",
        AI_HUB_SELLER_JOURNAL: journal,
        ...env,
      },
    }),
  );
  return client;
}

async function call(client: Client, name: string, input: object = {}): Promise<[boolean, string]> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as { readonly text: string }[];
  return [isError === true, first?.text ?? ""];
}

async function stockOf(client: Client, code: number): Promise<unknown> {
  const [, text] = await call(client, "seller_list_stock", { filtro: String(code) });
  const entries = JSON.parse(text) as Record<string, unknown>[];
  return entries.find((entry) => entry["codigoProdutoMarketplace"] === code)?.["quantidadeEstoque"];
}

test("offers the fourteen calls, and says which of them change something", async () => {
  const client = await start();
  const { tools } = await client.listTools();
  expect(
    tools.map(({ name, inputSchema, annotations }) => ({
      name,
      inputSchema,
      isWrite: annotations?.readOnlyHint === false,
    })),
  ).toEqual(
    sellerToolDefinitions.map(({ name, inputSchema, isWrite }) => ({
      name,
      inputSchema: { ...inputSchema },
      isWrite,
    })),
  );
  expect(tools).toHaveLength(14);
});

test("a write whose entry does not fit on the disk is not sent", async () => {
  const full = join(folder, "full", "writes.jsonl");
  mkdirSync(dirname(full));
  writeFileSync(full, "x".repeat(1_000));
  const env = { AI_HUB_SELLER_JOURNAL: full };
  const client = await start({
    args: ["--allow-writes", "--max-stock-change", "1000"],
    env,
    isDiskFull: true,
  });
  const before = await stockOf(client, 123);
  const input = { codigoProdutoMarketplace: 123, quantidadeEstoque: 4_321 };
  expect(await call(client, "seller_update_stock", input)).toEqual([
    true,
    "The journal cannot be written, so nothing was sent.",
  ]);
  expect(await stockOf(client, 123)).toBe(before);
});

test("all fourteen calls reach the portal, and every write is in the journal", async () => {
  const client = await start({ args: ["--allow-writes", "--max-price-change", "1000"] });
  const { numeroPedido, codigoSeller } = running.sandbox;
  const [, listed] = await call(client, "seller_list_stock");
  const [{ codigoProdutoMarketplace: product }] = JSON.parse(listed) as [
    { readonly codigoProdutoMarketplace: number },
  ];
  const calls = fourteenCalls({ product, numeroPedido, codigoSeller });
  const answers: unknown[] = [];
  for (const [name, input] of calls) {
    answers.push([name, ...(await call(client, name, input))]);
  }
  expect(answers).toEqual(calls.map(([name]) => [name, false, expect.any(String) as string]));
  expect(new Set(calls.map(([name]) => name)).size).toBe(14);
  expect(await stockOf(client, product)).toBe(77);
  const entries = settledEntries(readFileSync(journal, "utf8").trim().split("\n"));
  expect(entries.map(({ call: id, source, outcome }) => [id, source, outcome])).toEqual(
    [
      "saveProduct",
      "updateStock",
      "savePrice",
      "saveDeliveryTerm",
      "saveMinimumOrder",
      "registerTracking",
      "cancelOrder",
    ].map((id) => [id, "mcp", "done"]),
  );
});

test("what it writes is in the journal that the editor shows", async () => {
  const client = await start({
    args: ["--allow-writes", "--max-stock-change", "1000"],
    env: { AI_HUB_SELLER_JOURNAL: "", AI_HUB_HOME: folder },
  });
  const input = { ...samples.saveProduct.body, codigoProdutoSeller: "MCP-JOURNAL" };
  await call(client, "seller_save_product", input);
  const { journal: shown } = nodeSellerFiles({ own: folder, shared: folder });
  const entries: JournalEntry[] = [];
  for await (const entry of shown.entries()) {
    entries.push(entry);
  }
  expect(entries).toMatchObject([{ source: "mcp", call: "saveProduct", outcome: "done" }]);
});

test("changes nothing unless it was started to", async () => {
  const client = await start();
  const answers = await Promise.all(
    sellerToolDefinitions
      .filter(({ isWrite }) => isWrite)
      .map(({ name }) => call(client, name, { numeroPedido: 1 })),
  );
  expect(answers).toHaveLength(7);
  for (const [isError, text] of answers) {
    expect([isError, text.slice(0, 15)]).toEqual([true, "Writing is off:"]);
  }
});

test("a person who can be asked is, with everything that would be sent, and a no is a no", async () => {
  const messages: string[] = [];
  const answers: ElicitResult[] = [
    { action: "decline" },
    { action: "accept", content: { approve: false } },
    { action: "accept", content: { approve: true } },
  ];
  const client = await start({
    args: ["--allow-writes", "--max-stock-change", "1000"],
    person: (message) => {
      messages.push(message);
      return answers[messages.length - 1] ?? { action: "cancel" };
    },
  });
  const [, listed] = await call(client, "seller_list_stock");
  const [{ codigoProdutoMarketplace: product, quantidadeEstoque: before }] = JSON.parse(listed) as [
    { readonly codigoProdutoMarketplace: number; readonly quantidadeEstoque: number },
  ];
  const input = { codigoProdutoMarketplace: product, quantidadeEstoque: before + 1 };
  const outcomes: [boolean, unknown][] = [];
  for (let round = 0; round < 3; round += 1) {
    const [isError] = await call(client, "seller_update_stock", input);
    outcomes.push([isError, await stockOf(client, product)]);
  }
  expect(outcomes).toEqual([
    [true, before],
    [true, before],
    [false, before + 1],
  ]);
  expect(messages[0]).toBe(
    [
      "sandbox (sandbox): Update stock quantity: Café Tradicional Serra Clara 250 g",
      `PUT ${running.url}/portal-seller/estoques/atualizar/${product}/${before + 1}`,
      `Product (codigoProdutoMarketplace): ${product} → ${product}`,
      `Stock quantity (quantidadeEstoque): ${before} → ${before + 1}`,
    ].join("\n"),
  );
});

test("in production a client that cannot ask the person writes nothing", async () => {
  const client = await start({
    args: ["--allow-writes", "--max-stock-change", "1000"],
    env: { AI_HUB_SELLER_KIND: "production", AI_HUB_SELLER_AMBIENTE: "HML" },
  });
  const input = { codigoProdutoMarketplace: 1, quantidadeEstoque: 5 };
  expect(await call(client, "seller_update_stock", input)).toEqual([
    true,
    "Not done: this client cannot ask the person, who has to approve it.",
  ]);
});

test("one run makes as many writes as it may, and no more", async () => {
  const client = await start({ args: ["--allow-writes", "--max-writes", "1"] });
  const save = (code: string): Promise<[boolean, string]> =>
    call(client, "seller_save_product", { ...samples.saveProduct.body, codigoProdutoSeller: code });
  expect((await save("MCP-2"))[0]).toBe(false);
  expect(await save("MCP-3")).toEqual([
    true,
    "This session's limit of 1 writes is reached (flag --max-writes of this server).",
  ]);
});

test("wrong arguments and unknown tools are answered, not guessed", async () => {
  const client = await start({ args: ["--allow-writes", "--max-stock-change", "1000"] });
  const [isError, text] = await call(client, "seller_update_stock", {
    codigoProdutoMarketplace: "1/../../evil",
    quantidadeEstoque: 1.5,
    url: "http://evil.test",
  });
  expect(isError).toBe(true);
  expect(text.split("\n")).toEqual([
    "The arguments contradict the portal's interface. Nothing was sent.",
    "codigoProdutoMarketplace: Must be a number.",
    "quantidadeEstoque: Must be a whole number.",
    "url: The portal has no such field.",
  ]);
  expect((await call(client, "rm_rf"))[0]).toBe(true);
});

test("personal data of an order is masked before a model gets it", async () => {
  const { numeroPedido } = running.sandbox;
  const [, masked] = await call(await start(), "seller_get_order", { numeroPedido });
  const [, plain] = await call(await start({ args: ["--no-masking"] }), "seller_get_order", {
    numeroPedido,
  });
  expect(masked).toContain("***.***.***-**");
  expect(plain).not.toContain("***.***.***-**");
});

test("a start with wrong settings says which, and never a secret", async () => {
  const errors: string[] = [];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "--allow-writes"],
    env: { AI_HUB_SELLER_URL: "ftp://x", AI_HUB_SELLER_CLIENT_SECRET: "CANARY" },
    stderr: "pipe",
  });
  transport.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  await expect(new Client({ name: "test", version: "1" }).connect(transport)).rejects.toThrow();
  expect(errors.join("")).toContain("Missing or wrong: AI_HUB_SELLER_CLIENT_ID");
  expect(errors.join("")).not.toContain("CANARY");
});
