import { afterEach, beforeEach, expect, test } from "vitest";

import { checkLimits } from "../../../src/seller/chatTools/writeLimits.ts";
import { planWrite } from "../../../src/seller/write/plannedWrite.ts";
import type { RecordedRequest, Step } from "../../support/faultServer/faultServer.ts";
import { bare, ok, status } from "../../support/faultServer/steps.ts";
import { failureOf, json, never, Portal } from "./portal.ts";

const signal = never;
const all = Array.from({ length: 50 }, (_, index) => ({ codigoProdutoMarketplace: index }));

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

function query(request: RecordedRequest): URLSearchParams {
  return new URL(request.path, "http://portal.test").searchParams;
}

const numberOf = (request: RecordedRequest, name: string): number =>
  Number(query(request).get(name) ?? 0);

const paged: Readonly<Record<string, (request: RecordedRequest) => readonly Step[]>> = {
  "Spring's number and last": (request) => {
    const page = numberOf(request, "page");
    const content = all.slice(page * 20, page * 20 + 20);
    return json({ content, number: page, size: 20, totalElements: 50, last: page === 2 });
  },
  "offset and limit": (request) => {
    const offset = numberOf(request, "offset");
    const results = all.slice(offset, offset + 20);
    return json({ results, paging: { total: 50, offset, limit: 20 } });
  },
  "pagina and totalPaginas": (request) => {
    const pagina = numberOf(request, "pagina") || 1;
    const itens = all.slice(pagina * 20 - 20, pagina * 20);
    return json({ retorno: { pagina, totalPaginas: 3, itens } });
  },
  "a Link header": (request) => {
    const page = numberOf(request, "p");
    const more = page < 2 ? { link: `<?p=${page + 1}>; rel="next"` } : {};
    return json(all.slice(page * 20, page * 20 + 20), 200, more);
  },
  "WordPress's headers": (request) => {
    const page = numberOf(request, "page") || 1;
    const link = (number: number, rel: string): string =>
      `<${new URL(`?page=${number}`, portal.server.url + request.path).href}>; rel="${rel}"`;
    const links = [
      ...(page > 1 ? [link(page - 1, "prev")] : []),
      ...(page < 3 ? [link(page + 1, "next")] : []),
    ];
    const counts = { "x-wp-total": "50", "x-wp-totalpages": "3" };
    return json(all.slice(page * 20 - 20, page * 20), 200, { ...counts, link: links.join(", ") });
  },
  "HAL's next": (request) => {
    const page = numberOf(request, "p");
    const path = request.path.split("?")[0] ?? "";
    const next = page < 2 ? { next: { href: `${path}?p=${page + 1}` } } : {};
    return json({ _embedded: { lista: all.slice(page * 20, page * 20 + 20) }, _links: next });
  },
};

test.each(Object.keys(paged))("every page is read by %s", async (name) => {
  portal.answer = (request) => paged[name]?.(request) ?? [];
  const progress: number[] = [];
  const list = await portal
    .client()
    .list("listStock", { signal, onProgress: (read) => progress.push(read) });
  expect(list.entries).toEqual(all);
  expect(list.isComplete).toBe(true);
  expect(progress).toEqual([20, 40, 50]);
  expect(portal.calls.every((call) => query(call).get("codigoFornecedorSeller") === "1001")).toBe(
    true,
  );
});

const long = Array.from({ length: 6_000 }, (_, index) => ({
  codigoProdutoMarketplace: index,
  descricao: `Café "torrado" ${index} [moído] {250 g}, à venda em embalagens de ${index % 12} unidades`,
}));

test.each([
  ["bare", JSON.stringify(long)],
  ["in a wrapper", JSON.stringify({ content: long })],
])("a long list is read %s, whole or entry by entry", async (_, text) => {
  expect(text.length).toBeGreaterThan(512 * 1024);
  portal.answer = () => ok(text, { "content-type": "application/json" });
  expect(await portal.client().list("listStock", { signal })).toEqual({
    entries: long,
    isComplete: true,
  });
  const entries: unknown[] = [];
  const onEntry = (entry: unknown): void => void entries.push(entry);
  expect((await portal.client().list("listStock", { signal, onEntry })).entries).toEqual([]);
  expect(entries).toEqual(long);
});

test.each([
  ["in a wrapper for each entry", JSON.stringify(long.map((produto) => ({ estoque: produto })))],
  ["one entry a line", long.map((entry) => JSON.stringify(entry)).join("\n")],
])("a long list is not read %s", async (_, text) => {
  portal.answer = () => ok(text, { "content-type": "application/json" });
  expect((await failureOf(portal.client().list("listStock", { signal }))).kind).toBe("unreadable");
});

test("a long list that breaks off is unreadable, not a shorter list", async () => {
  const text = JSON.stringify(long).slice(0, -40);
  portal.answer = () => ok(text, { "content-type": "application/json" });
  expect((await failureOf(portal.client().list("listStock", { signal }))).kind).toBe("unreadable");
});

test("a page that says there are more, without a way to them, leaves the list incomplete", async () => {
  portal.answer = () => json({ data: all.slice(0, 20), total: 50 });
  const list = await portal.client().list("listStock", { signal });
  expect([list.entries.length, list.isComplete, list.total]).toEqual([20, false, 50]);
});

test("endless pages that repeat end at the first repetition", async () => {
  portal.answer = (request) =>
    json({ content: all.slice(0, 20), number: numberOf(request, "page"), last: false });
  const list = await portal.client().list("listStock", { signal });
  expect([list.entries.length, list.isComplete, portal.calls.length]).toEqual([20, false, 2]);
});

test("a later page that fails leaves what was read, incomplete", async () => {
  portal.answer = (request, attempt) =>
    attempt > 1 ? status(500) : (paged["offset and limit"]?.(request) ?? []);
  const list = await portal.client().list("listStock", { signal });
  expect([list.entries.length, list.isComplete, list.total]).toEqual([20, false, 50]);
});

test.each(["http://127.0.0.1:1/steal", "//evil.test/x", "/other/path", "javascript:alert(1)"])(
  "a next page at %s is not followed",
  async (next) => {
    portal.answer = () => json({ data: all.slice(0, 20), next });
    const list = await portal.client().list("listStock", { signal });
    expect([list.entries.length, list.isComplete, portal.calls.length]).toEqual([20, false, 1]);
  },
);

test("stopping between pages ends the reading as cancelled", async () => {
  const stop = new AbortController();
  portal.answer = (request) => paged["offset and limit"]?.(request) ?? [];
  const reading = portal
    .client()
    .list("listStock", { signal: stop.signal, onProgress: () => stop.abort() });
  expect((await failureOf(reading)).kind).toBe("cancelled");
  expect(portal.calls).toHaveLength(1);
});

test("an error object where a list was asked is an error, and a 404 in words is no empty list", async () => {
  portal.answer = () => json({ status: "ERRO", mensagem: "Seller bloqueado" });
  const { kind, details } = await failureOf(portal.client().list("listStock", { signal }));
  expect([kind, details.detail]).toEqual(["complaint", "Seller bloqueado"]);
  portal.answer = () => json({ mensagem: "Nenhum registro encontrado" }, 404);
  expect((await failureOf(portal.client().list("listStock", { signal }))).kind).toBe("notFound");
  portal.answer = () => json({ itens: [] }, 404);
  expect((await portal.client().list("listStock", { signal })).entries).toEqual([]);
  portal.answer = () => json({ status: 404, error: "Not Found", path: "/x" }, 404);
  expect((await failureOf(portal.client().list("listStock", { signal }))).kind).toBe("notFound");
});

test("a price found in a part of the list is unknown, so that tools may not change it", async () => {
  const body = { produto: { codigo: 1 }, estado: { codigo: 31 }, valorPrecoBase: 10 };
  const limits = { access: "write", maxWrites: 5, maxPriceChange: 20, zeroStock: "ask" } as const;
  const plan = (total: number): ReturnType<typeof planWrite> => {
    portal.answer = () => json({ data: [{ ...body, valorPrecoBase: 9.5 }], total });
    const input = { parameters: {}, body };
    return planWrite(portal.client(), { call: "savePrice", input }, { signal });
  };
  const whole = await plan(1);
  expect([whole.current, checkLimits(whole, limits, []).refusal]).toEqual(["found", undefined]);
  const part = await plan(50);
  expect([part.current, part.records.length]).toEqual(["incomplete", 1]);
  expect(checkLimits(part, limits, []).refusal).toContain("could not be read");
});

test.each([[[9.5]], [[9.5, 99]], [true], [""], ["dez"], ["1.234"], [0]])(
  "a price that is %j in the list is no price that a limit could count from",
  async (valorPrecoBase) => {
    const limits = { access: "write", maxWrites: 5, maxPriceChange: 20, zeroStock: "ask" } as const;
    const body = { produto: { codigo: 1 }, estado: { codigo: 31 }, valorPrecoBase: 10 };
    portal.answer = () => json([{ ...body, valorPrecoBase }]);
    const input = { parameters: {}, body };
    const plan = await planWrite(portal.client(), { call: "savePrice", input }, { signal });
    expect(checkLimits(plan, limits, []).refusal).toContain("more than can be said");
  },
);

test("tools may not write a text whose characters were lost before", async () => {
  const limits = { access: "write", maxWrites: 5, maxPriceChange: 20, zeroStock: "ask" } as const;
  portal.answer = () => json([]);
  const body = { codigoProdutoSeller: "SKU-1", descricao: "Caf\uFFFD" };
  const input = { parameters: { codigoSeller: 1001, codigoUsuario: 7 }, body };
  const plan = await planWrite(portal.client(), { call: "saveProduct", input }, { signal });
  expect(checkLimits(plan, limits, []).refusal).toContain("lost when it was read");
});

test("an entry without its key may be the record: a write without another is not called new", async () => {
  const input = { parameters: { codigoProdutoMarketplace: 7, quantidadeEstoque: 1 } };
  const current = async (entries: readonly object[]): Promise<string> => {
    portal.answer = () => json(entries);
    return (await planWrite(portal.client(), { call: "updateStock", input }, { signal })).current;
  };
  expect(await current([{ codigoProdutoMarketplace: 8 }])).toBe("none");
  expect(await current([{ codigoProdutoMarketplace: 8 }, { quantidadeEstoque: 2 }])).toBe(
    "incomplete",
  );
  expect(await current([{ codigoProdutoMarketplace: 7 }, { quantidadeEstoque: 2 }])).toBe("found");
});

test.each([
  ["nothing", "", false],
  ["a list with its own end", '[{"codigoProdutoMarketplace":1}]', true],
])(
  "where only the end of the connection ends the answer, a list is the whole only if it shows its end: %s",
  async (_, text, isComplete) => {
    const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n";
    portal.answer = () => bare(head + text);
    const list = await portal.client().list("listStock", { signal });
    expect(list.isComplete).toBe(isComplete);
  },
);

test("records, one a line, that lack some of the answer's length are a failure", async () => {
  const text = '{"codigoProdutoMarketplace":1}\n';
  portal.answer = () => bare(`HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n${text}`);
  expect((await failureOf(portal.client().list("listStock", { signal }))).kind).toBe(
    "connectionLost",
  );
});
