import { afterEach, beforeEach, expect, test } from "vitest";

import type { ExchangeView } from "../../../src/shared/sellerPage/sellerExchange.ts";
import { SellerLab } from "./sellerLab.ts";
import { runImport, stockHeader, stockRows } from "./stockImports.ts";

type Shown = Extract<ExchangeView, { ok: true }>;

let lab: SellerLab;
beforeEach(async () => {
  lab = await SellerLab.start();
});
afterEach(() => lab[Symbol.asyncDispose]());

async function shown(
  source: Parameters<typeof lab.page.showExchange>[0]["source"],
): Promise<Shown> {
  const view = await lab.page.showExchange({ source });
  if (!view.ok) {
    throw new TypeError(view.message);
  }
  return view;
}

const stock = { codigoProdutoMarketplace: "101", quantidadeEstoque: "5" };

async function sendStock(beforeSending = (): void => {}): Promise<string> {
  const planned = await lab.page.planWrite({ call: "updateStock", values: stock });
  if (!planned.ok) {
    throw new TypeError(planned.message);
  }
  beforeSending();
  await lab.page.sendWrite({ planId: planned.plan.id });
  return planned.plan.id;
}

test("a list's call is shown with status, headers, time and size, without its token", async () => {
  await lab[Symbol.asyncDispose]();
  lab = await SellerLab.start({ productCount: 5_000 });
  await lab.page.openList({ list: "listStock", refresh: false });
  const view = await shown({ kind: "list", list: "listStock" });
  expect(view).toMatchObject({ method: "GET", status: 200, isCut: true });
  expect(view.answer).toHaveLength(200_000);
  expect(view.wire?.bytes).toBeGreaterThan(200_000);
  expect(view.wire?.requestHeaders).toContainEqual({ name: "Authorization", value: "•••" });
  expect(view.wire?.answerHeaders.map(({ name }) => name)).toContain("x-request-id");
  const token = lab.sent.find(({ headers }) => headers["authorization"])?.headers["authorization"];
  expect(JSON.stringify(view)).not.toContain(token?.slice(-20));
});

test("a form's write is shown, the same from the journal, and both can be copied", async () => {
  const planId = await sendStock();
  const view = await shown({ kind: "plan", planId });
  expect(view).toMatchObject({ method: "PUT", status: 200 });
  expect(view.answer).toContain("registro");
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  expect(await shown({ kind: "journal", id: entries[0]?.id ?? "" })).toEqual(view);
  await lab.page.copyExchange({ part: "request" });
  await lab.page.copyExchange({ part: "answer" });
  expect(lab.copied).toEqual([expect.stringMatching(/^PUT http.*\nAccept: /u), view.answer]);
});

test("in another window, the journal's own record is shown, without headers", async () => {
  await sendStock();
  await using other = await SellerLab.start({ folder: lab.folder, portal: lab.portal });
  const { entries } = await other.page.readJournal({ search: "", offset: 0 });
  const view = await other.page.showExchange({
    source: { kind: "journal", id: entries[0]?.id ?? "" },
  });
  expect(view).toMatchObject({ ok: true, method: "PUT", status: 200, isCut: false });
  expect(view).not.toHaveProperty("wire");
});

test("the answer that stopped an import is shown for its row", async () => {
  lab.intercept = ({ url }) =>
    url.includes("/estoques/atualizar/110/")
      ? Promise.resolve(Response.json({ erro: "Produto bloqueado" }, { status: 403 }))
      : undefined;
  const ended = runImport(lab, stockRows(20));
  await lab.imported("paused");
  const { refusedLine = 0 } = lab.back.import.state;
  expect(await shown({ kind: "row", line: refusedLine })).toMatchObject({
    status: 403,
    answer: '{"erro":"Produto bloqueado"}',
  });
  await lab.page.cancelImport({});
  await ended;
});

test("a row of an import shows the write of that import, never that of an older file of the same name", async () => {
  await runImport(lab, stockRows(2));
  const first = await shown({ kind: "row", line: 3 });
  expect(first).toMatchObject({ method: "PUT", status: 200 });
  expect(first.url).toMatch(/\/102\/9001$/u);
  await runImport(lab, `${stockHeader}\n101;44\n102;9001`);
  expect((await shown({ kind: "row", line: 2 })).url).toMatch(/\/101\/44$/u);
  const unchanged = await lab.page.showExchange({ source: { kind: "row", line: 3 } });
  expect(unchanged).toEqual({ ok: false, message: "noSuchEntry" });
});

test("a row that an earlier run of the same import wrote shows that write", async () => {
  lab.intercept = ({ url }) =>
    url.includes("/atualizar/102/")
      ? Promise.resolve(Response.json({ erro: "Produto bloqueado" }, { status: 403 }))
      : undefined;
  const ended = runImport(lab, stockRows(2));
  await lab.imported("paused");
  await lab.page.cancelImport({});
  await ended;
  lab.intercept = () => undefined;
  await runImport(lab, stockRows(2));
  expect(lab.writes.filter((write) => write.includes("/101/"))).toHaveLength(1);
  expect((await shown({ kind: "row", line: 2 })).url).toMatch(/\/101\/9000$/u);
  expect(await shown({ kind: "row", line: 3 })).toMatchObject({ status: 200 });
});

test("a call without an answer says why, and secrets in headers and bodies are hidden", async () => {
  lab.intercept = ({ url }) =>
    url.includes("/precos/") ? Promise.reject(new TypeError("fetch failed")) : undefined;
  await lab.page.openList({ list: "listPrices", refresh: false });
  const lost = await shown({ kind: "list", list: "listPrices" });
  expect(lost).toMatchObject({ failure: "connectionLost" });
  expect(lost).not.toHaveProperty("status");
  lab.intercept = ({ url, headers }) =>
    url.includes("/prazos/")
      ? Promise.resolve(
          Response.json(
            { erro: headers["authorization"] },
            {
              status: 400,
              headers: { "set-cookie": "sid=CANARY", "x-echo": headers["authorization"] ?? "" },
            },
          ),
        )
      : undefined;
  await lab.page.openList({ list: "listDeliveryTerms", refresh: false });
  const text = JSON.stringify(await shown({ kind: "list", list: "listDeliveryTerms" }));
  expect(text).toContain("Bearer ***");
  expect(text).not.toContain("CANARY");
});

test("what was never asked, and another environment's calls, are not there", async () => {
  expect(await lab.page.showExchange({ source: { kind: "order" } })).toEqual({
    ok: false,
    message: "noSuchEntry",
  });
  expect(await lab.page.copyExchange({ part: "answer" })).toMatchObject({ ok: false });
});

test("the token call is shown without its secrets, also while it fails and for what was not sent", async () => {
  await lab.page.openList({ list: "listStock", refresh: false });
  const view = await shown({ kind: "token" });
  expect(view).toMatchObject({ method: "POST", status: 200 });
  expect(view.requestBody).toMatch(/&client_secret=•••$/u);
  expect(view.answer).toContain('"access_token":"•••"');
  expect(view).not.toHaveProperty("failure");
  const planId = await sendStock(() => {
    lab.intercept = ({ url }) =>
      /oauth|atualizar/u.test(url)
        ? Promise.resolve(
            Response.json({ error: "invalid_client", refresh_token: "CANARY" }, { status: 401 }),
          )
        : undefined;
  });
  const refused = await shown({ kind: "token" });
  expect(refused).toMatchObject({ status: 401, failure: "credentials" });
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  expect(entries[0]).toMatchObject({ outcome: "notDone" });
  const journal = await shown({ kind: "journal", id: entries[0]?.id ?? "" });
  const plan = await shown({ kind: "plan", planId });
  expect(plan).toMatchObject({ method: "PUT", status: 401 });
  expect(JSON.stringify([refused, journal, entries])).not.toContain("CANARY");
  await lab.enterCredentials({ clientId: "other", clientSecret: "CANARY-of-the-client" });
  await lab.page.openList({ list: "listStock", refresh: true });
  expect(await shown({ kind: "list", list: "listStock" })).toEqual(await shown({ kind: "token" }));
  lab.intercept = () => undefined;
  await lab.enterCredentials(lab.portal.sandbox);
  await lab.page.openList({ list: "listStock", refresh: true });
  expect(await shown({ kind: "list", list: "listStock" })).toMatchObject({ method: "GET" });
});
