import { afterEach, beforeEach, expect, test } from "vitest";

import { createSellerTools } from "../../../src/seller/chatTools/sellerTools.ts";
import { WriteGate } from "../../../src/seller/chatTools/writeGate.ts";
import type { JournalEntry } from "../../../src/seller/write/journalEntry.ts";
import type { PreparedCall } from "../../../src/shared/conversation/tool.ts";
import { json, never, Portal } from "../sellerClient/portal.ts";

const signal = never;

let portal: Portal;
let journal: JournalEntry[];
let gate: WriteGate;
let journalWorks: boolean;

beforeEach(async () => {
  portal = await Portal.start();
  journal = [];
  journalWorks = true;
  gate = newGate();
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

/** The gate of a session that begins now. */
function newGate(): WriteGate {
  return new WriteGate(() => ({
    access: "write",
    maxWrites: 100,
    maxPriceChange: 20,
    zeroStock: "refuse",
  }));
}

const credentials = (): Promise<undefined> => Promise.resolve(undefined);

async function prepare(valorPrecoBase: number, validity = {}): Promise<PreparedCall> {
  const baseUrl = portal.server.url;
  const environment = { name: "Sandbox", kind: "sandbox", baseUrl, codigoSeller: 1001 } as const;
  const client = portal.client();
  const tools = createSellerTools({
    access: {
      desk: () => ({ id: "1", environment, client, credentials }),
      onDidChange: () => ({ dispose: () => undefined }),
      journal: (entry) => Promise.resolve(void journal.push(entry)),
      earlier: () =>
        journalWorks ? Promise.resolve(journal) : Promise.reject(new Error("no disk")),
    },
    gate,
    source: "chat",
    clock: portal.clock,
    newId: () => crypto.randomUUID(),
  });
  const tool = tools.find(({ definition }) => definition.name === "seller_save_price");
  if (!tool) {
    throw new Error("No tool");
  }
  const input = { produto: { codigo: 123 }, estado: { codigo: 35 }, valorPrecoBase, ...validity };
  return await tool.prepare(input, signal);
}

/** The portal has this price, whatever is written. */
function priceIs(valorPrecoBase: number): void {
  const price = { produto: { codigo: 123 }, estado: { codigo: 35 }, valorPrecoBase };
  portal.answer = ({ method }) => (method === "GET" ? json([price]) : json({}));
}

async function run(prepared: PreparedCall): Promise<void> {
  if (prepared.kind === "write") {
    await prepared.run(signal);
  }
}

test("a price whose first reading the journal cannot tell is refused", async () => {
  priceIs(10);
  journalWorks = false;
  expect(await prepare(11)).toMatchObject({
    kind: "refused",
    text: expect.stringContaining("journal could not be read") as string,
  });
});

/** A portal that keeps one price, and tools that raise it by 20 % until they are refused. */
async function raisedTenTimes(options: { readonly restarts: boolean }): Promise<number> {
  let now = 10;
  portal.answer = ({ method, body }) => {
    if (method === "GET") {
      return json([{ produto: { codigo: 123 }, estado: { codigo: 35 }, valorPrecoBase: now }]);
    }
    now = (JSON.parse(body ?? "") as { valorPrecoBase: number }).valorPrecoBase;
    return json({});
  };
  for (let step = 0; step < 10; step += 1) {
    await run(await prepare(Math.round(now * 120) / 100));
    if (options.restarts) {
      gate = newGate();
    }
  }
  return now;
}

test.each([{ restarts: false }, { restarts: true }])(
  "ten steps of 20 % stop at the first, counted from the first reading: %j",
  async (options) => {
    expect(await raisedTenTimes(options)).toBe(12);
  },
);

/** When the price of a step begins, without its zone. */
function start(step: number): string {
  return `2026-12-${String(step + 1).padStart(2, "0")}T03:00:00`;
}

test("a new validity, or another way to write its times, begins no new count", async () => {
  const prices = new Map<string, object>();
  const dataFim = "2027-01-01T00:00:00.000Z";
  const keep = (dataInicio: string, valorPrecoBase: number): void => {
    const key = { produto: { codigo: 123 }, estado: { codigo: 35 } };
    // The portal writes its times in its own zone.
    prices.set(dataInicio, { ...key, valorPrecoBase, dataInicio: `${dataInicio}-03:00`, dataFim });
  };
  keep(start(0), 10);
  portal.answer = ({ method, body }) => {
    if (method === "GET") {
      return json([...prices.values()]);
    }
    const { dataInicio, valorPrecoBase } = JSON.parse(body ?? "") as {
      readonly dataInicio: string;
      readonly valorPrecoBase: number;
    };
    keep(dataInicio.slice(0, 19), valorPrecoBase);
    return json({});
  };
  let now = 10;
  for (let step = 1; step <= 5; step += 1) {
    // First the same price from another day on, then that one is raised.
    for (const price of [now, Math.round(now * 120) / 100]) {
      const prepared = await prepare(price, { dataInicio: `${start(step)}.000Z`, dataFim });
      await run(prepared);
      now = prepared.kind === "write" ? price : now;
      gate = newGate();
    }
    prices.delete(start(step - 1));
  }
  expect(now).toBe(12);
});

test("the limit of a price begins again a day after the tools' first write", async () => {
  expect(await raisedTenTimes({ restarts: true })).toBe(12);
  journal = journal.map((entry) => ({ ...entry, at: entry.at - 24 * 60 * 60 * 1000 }));
  expect((await prepare(14)).kind).toBe("write");
});

test("a price that a person set is no step of the tools", async () => {
  priceIs(10);
  await run(await prepare(12));
  journal = journal.map((entry) => ({ ...entry, source: "form" }));
  gate = newGate();
  priceIs(12);
  expect((await prepare(14)).kind).toBe("write");
});
