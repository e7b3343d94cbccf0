import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, expect, test } from "vitest";

import { programBundle } from "../../../scripts/programBundles.ts";
import { PortalTokens } from "../../../src/seller/client/portalTokens.ts";
import { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import { sellerCallIds } from "../../../src/seller/contract/calls.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { sellerLists } from "../../../src/shared/sellerPage/sellerState.ts";
import { PrismProxy } from "../../support/prismProxy.ts";
import { writeProgram } from "../../support/programs.ts";
import { startSandbox } from "../../support/sandboxServer.ts";
import { forms } from "../sellerPage/forms.ts";
import { csvFile, SellerLab } from "../sellerPage/sellerLab.ts";
import { fourteenCalls } from "../tools/fourteenCalls.ts";
import { runScenario } from "../tools/writeScenario.ts";
import { callsAmong } from "./operations.ts";

/** Prism is slow to start on a busy machine. */
const startMs = 120_000;

let portal: Awaited<ReturnType<typeof startSandbox>>;
let prism: PrismProxy;

beforeEach(async () => {
  portal = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
  prism = await PrismProxy.start(portal.url);
}, startMs);

afterEach(async () => {
  await prism[Symbol.asyncDispose]();
  await portal.close();
});

async function throughPrism(): Promise<SellerLab> {
  const lab = await SellerLab.start({ portal, baseUrl: prism.url });
  await lab.page.attach({});
  return lab;
}

test(
  "Prism agrees with every request of the view: all fourteen calls",
  { timeout: startMs },
  async () => {
    await using lab = await throughPrism();
    const { numeroPedido } = portal.sandbox;
    for (const list of sellerLists) {
      expect(await lab.page.openList({ list, refresh: true })).toMatchObject({ ok: true });
    }
    expect(await lab.page.readOrder({ numeroPedido })).toMatchObject({ ok: true });
    for (const [call, valuesOf] of forms) {
      const planned = await lab.page.planWrite({ call, values: valuesOf(numeroPedido) });
      const planId = planned.ok ? planned.plan.id : "";
      const { outcome } = await lab.page.sendWrite({ planId });
      // The portal answers some writes without their record; the page then reads it.
      const seen = outcome === "accepted" ? await lab.page.recheck({ planId }) : undefined;
      expect([call, outcome, seen]).toEqual([
        call,
        seen ? "accepted" : "done",
        seen && expect.objectContaining({ ok: true, isThere: true }),
      ]);
    }
    await agreedWith(sellerCallIds, lab.sent.length);
  },
);

/** What Prism says comes by a pipe of its own, perhaps after the answer. */
async function agreedWith(calls: readonly string[], requests?: number): Promise<void> {
  await expect.poll(() => callsAmong(prism.agreed)).toEqual(expect.arrayContaining([...calls]));
  if (requests !== undefined) {
    await expect.poll(() => prism.agreed.length).toBe(requests);
  }
  expect(prism.refused).toEqual([]);
}

const files = {
  saveProduct:
    "codigoProdutoSeller;descricao;codigoNcmBase;codigoBarrasEAN;peso;altura\nCSV-1;Café 250 g;0901.21.00;7891234567895;0,255;18,25",
  updateStock: "codigoProdutoMarketplace;quantidadeEstoque\n123;0050\n124;51",
  savePrice:
    "codigoProdutoMarketplace;estado;valorPrecoBase;dataInicio;dataFim\n123;35;21,35;2026-12-01T03:00:00.000Z;2026-12-31T23:59:59.999Z",
  saveDeliveryTerm:
    "estado;cepInicio;cepFim;quantidadeDiasEntrega;dataInicio\n35;01310-000;01319-999;2;2026-12-01T03:00:00.000Z",
  saveMinimumOrder: "codigoPessoa;estado;valor\n1001;35;151,25",
  registerTracking: "numeroPedido;codigoStatus;codigoRastreamento\n1;50;BR123456789BR",
};

test("Prism agrees with every row of every kind of CSV file", { timeout: startMs }, async () => {
  await using lab = await throughPrism();
  for (const [call, text] of Object.entries(files)) {
    lab.picked = csvFile(text.replace(/\n1;/u, `\n${portal.sandbox.numeroPedido};`), `${call}.csv`);
    await lab.page.chooseImportFile({ from: "disk" });
    expect(lab.back.import.state.plan?.call).toBe(call);
    await lab.page.checkImport({});
    await lab.page.startImport({ withUnchanged: false });
    const { counts } = await lab.imported("finished");
    expect({ call, counts }).toMatchObject({ call, counts: { failed: 0, unknown: 0, invalid: 0 } });
  }
  await agreedWith(Object.keys(files), lab.sent.length);
});

test(
  "Prism agrees with every request of the chat: all fourteen calls, each write approved",
  { timeout: startMs },
  async () => {
    const { clientId, clientSecret, codigoSeller, numeroPedido } = portal.sandbox;
    const environment = {
      name: "Sandbox",
      kind: "sandbox",
      baseUrl: prism.url,
      codigoSeller,
      codigoUsuario: 7,
    } as const;
    const credentials = () => Promise.resolve({ clientId, clientSecret });
    const tokens = new PortalTokens({ fetch, clock: systemClock });
    const client = new SellerClient({
      environment,
      credentials,
      tokens,
      fetch,
      clock: systemClock,
    });
    const calls = fourteenCalls({ product: 123, numeroPedido, codigoSeller });
    const { told, approved } = await runScenario({
      steps: calls.map(([name, input]) => [{ name, input }]),
      acts: ["approve"],
      client,
      limits: { maxPriceChange: 1_000 },
    });
    expect(told.filter(({ state }) => state === "done")).toHaveLength(14);
    expect(approved).toHaveLength(7);
    await agreedWith(sellerCallIds);
  },
);

test(
  "Prism agrees with every request of the MCP server: all fourteen calls",
  { timeout: startMs },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "ai-hub-prism-mcp-"));
    const program = join(folder, "mcp.mjs");
    const { clientId, clientSecret, codigoSeller, numeroPedido } = portal.sandbox;
    const client = new Client({ name: "test", version: "1" });
    try {
      await writeProgram(program, "src/mcp/main.ts", programBundle);
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [program, "--allow-writes", "--max-price-change", "1000"],
          env: {
            AI_HUB_HOME: folder,
            AI_HUB_SELLER_URL: prism.url,
            AI_HUB_SELLER_CLIENT_ID: clientId,
            AI_HUB_SELLER_CLIENT_SECRET: clientSecret,
            AI_HUB_SELLER_CODE: String(codigoSeller),
            AI_HUB_SELLER_USER: "7",
          },
        }),
      );
      for (const [name, input] of fourteenCalls({ product: 123, numeroPedido, codigoSeller })) {
        const { isError } = await client.callTool({ name, arguments: { ...input } });
        expect([name, isError]).toEqual([name, false]);
      }
      await agreedWith(sellerCallIds);
    } finally {
      await client.close();
      rmSync(folder, { recursive: true });
    }
  },
);

const price = "/portal-seller/precos/salvar";

const wrong: readonly (readonly [what: string, method: string, path: string, body?: string])[] = [
  ["a field of another type", "POST", price, '{"valorPrecoBase":"x"}'],
  ["a field that there is not", "POST", price, '{"precoBase":1}'],
  ["a stock update with a body", "PUT", "/portal-seller/estoques/atualizar/123/5", "{}"],
  ["a quantity that is no whole number", "PUT", "/portal-seller/estoques/atualizar/123/5.5"],
  ["a seller that is no number", "GET", "/portal-seller/precos/buscar?codigoSeller=abc"],
  ["another method", "PUT", price, "{}"],
  ["another path", "GET", "/portal-seller/precos"],
];

test(
  "Prism refuses what our document does not describe, and lets none of it through",
  { timeout: startMs },
  async () => {
    const headers = { authorization: "Bearer x", "content-type": "application/json" };
    for (const [what, method, path, body] of wrong) {
      const { status } = await fetch(`${prism.url}${path}`, {
        method,
        headers: body === undefined ? { authorization: "Bearer x" } : headers,
        ...(body !== undefined && { body }),
      });
      expect([what, [404, 405, 422].includes(status)]).toEqual([what, true]);
    }
    const bare = await fetch(`${prism.url}/portal-seller/precos/buscar?codigoSeller=1`);
    expect(bare.status).toBe(401);
    await expect.poll(() => prism.refused.length).toBe(wrong.length + 1);
    expect(prism.agreed).toEqual([]);
  },
);
