import { randomBytes } from "node:crypto";

import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PortalTokens } from "../../../src/seller/client/portalTokens.ts";
import { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import type { PortalList } from "../../../src/seller/client/wholeList.ts";
import type { ListChoices } from "../../../src/seller/contract/lists/listChoice.ts";
import { echoOf } from "../../../src/seller/write/echo.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import type { Fields } from "../../../src/shared/base/json.ts";
import { startSandbox } from "../../support/sandboxServer.ts";
import { shapes } from "../../support/sellerShapes/withShapes.ts";
import { failureOf, never } from "./portal.ts";

const signal = never;
const tokens = new PortalTokens({ fetch, clock: systemClock });

let portal: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  portal = await startSandbox({
    clock: systemClock,
    random: randomBytes,
    port: 0,
    hasShapes: true,
  });
});

afterAll(async () => {
  await portal.close();
});

/** The real client at an address below which the portal answers in these shapes. */
function client(
  names: string,
  by: Pick<typeof portal.sandbox, "codigoSeller"> = portal.sandbox,
  lists?: ListChoices,
) {
  const { other } = portal.sandbox;
  const seller = by.codigoSeller === other.codigoSeller ? other : portal.sandbox;
  return new SellerClient({
    environment: {
      name: names,
      kind: "sandbox",
      baseUrl: names === "" ? portal.url : `${portal.url}/shapes/${names}`,
      codigoSeller: seller.codigoSeller,
      codigoUsuario: 7,
      ...(lists && { lists }),
    },
    credentials: () => Promise.resolve(seller),
    tokens,
    fetch,
    clock: systemClock,
  });
}

const compared = /^(?:codigoProduto\w+|descricao|peso|quantidadeEstoque|valorPrecoBase|valor|id)$/u;

/** The contract's own fields, numbers as numbers: what must come out of every shape. */
function plain(entries: readonly Fields[]): unknown {
  const own = entries.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => compared.test(name))),
  );
  return JSON.parse(JSON.stringify(own).replaceAll(/:"(\d{1,9}(?:\.\d+)?)"/gu, ":$1"));
}

async function stock(names: string): Promise<PortalList> {
  return await client(names, portal.sandbox.other).list("listStock", { signal });
}

const joinable = [...Object.keys(shapes.list), ...Object.keys(shapes.pages)];
const bytes = Object.keys(shapes.bytes).filter((name) => name !== "bytes-wrong");

describe("a list is read whole from the shape", () => {
  test.each([...Object.keys(shapes.entry), ...joinable, ...bytes])("%s", async (name) => {
    const expected = await stock("");
    const list = await stock(name);
    expect(list.entries.length).toBe(40);
    expect(plain(list.entries)).toEqual(plain(expected.entries));
    expect(list.isComplete).toBe(true);
  });

  test("generated: any spelling in any wrapper or page, in any bytes, of any list", async () => {
    const calls = ["listProducts", "listStock", "listPrices", "listMinimumOrders"] as const;
    const whole = new Map<string, unknown>();
    for (const id of calls) {
      const { entries } = await client("", portal.sandbox.other).list(id, { signal });
      whole.set(id, plain(entries));
    }
    const generated = fc.tuple(
      fc.constantFrom("", "snake", "upper", "pascal", "number-texts"),
      fc.constantFrom(...joinable),
      fc.constantFrom("", ...bytes),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), generated, async (id, parts) => {
        const names = parts.filter((part) => part !== "").join("+");
        const read = await client(names, portal.sandbox.other).list(id, { signal });
        expect([names, plain(read.entries), read.isComplete]).toEqual([names, whole.get(id), true]);
      }),
      { numRuns: 150 },
    );
  });
});

async function descriptions(names: string): Promise<readonly string[]> {
  const { entries } = await client(names).list("listProducts", { signal });
  return entries.map((entry) =>
    [entry["codigoProdutoMarketplace"], entry["descricao"]].map(String).join(" "),
  );
}

test("a list whose charset is wrong is read whole, and its lost letters stay to be seen", async () => {
  const lost = (await descriptions("")).map((text) =>
    text.replaceAll(/[^\u0020-\u007E]/gu, "\uFFFD"),
  );
  expect(await descriptions("bytes-wrong")).toEqual(lost);
  expect(lost.join("")).toContain("\uFFFD");
});

const saidToBeEmpty = ["empty-404", "empty-500", "empty-sentence"];

test.each(Object.keys(shapes.empty).filter((name) => !saidToBeEmpty.includes(name)))(
  "nothing is there in the shape %s",
  async (name) => {
    expect(await stock(name)).toMatchObject({ entries: [], isComplete: true });
  },
);

test("that nothing is there is not believed to a sentence, which is quoted", async () => {
  for (const name of ["empty-404", "empty-500"]) {
    expect((await failureOf(stock(name))).details.detail).toMatch(/registro/u);
  }
  expect(await stock("empty-sentence")).toMatchObject({ entries: [], isComplete: false });
});

test.each(["pages-first-only", "pages-unnamed", "pages-repeating", "pages-failing"])(
  "what is read of %s is kept, and is not the whole",
  async (name) => {
    expect(await stock(name)).toMatchObject({ isComplete: false });
    expect((await stock(name)).entries.length).toBe(10);
  },
);

function quantities(entries: readonly Fields[]): unknown {
  return entries.map((entry) => [entry["codigoProdutoMarketplace"], entry["quantidadeEstoque"]]);
}

describe("a list that nobody recognises is read as a person chose", () => {
  test.each([
    ["foreign", ["bloco", "a"], ["idItem"], ["saldo"]],
    ["columns", ["celulas"], ["0"], ["1"]],
  ] as const)("%s", async (name, path, code, quantity) => {
    const expected = await stock("");
    const [first = {}] = expected.entries;
    const at = (field: string, named: readonly string[]): string[] =>
      name === "columns" ? [String(Object.keys(first).indexOf(field))] : [...named];
    const fields = {
      codigoProdutoMarketplace: at("codigoProdutoMarketplace", code),
      quantidadeEstoque: at("quantidadeEstoque", quantity),
    };
    const lists = { listStock: { path: [...path], fields } };
    const chosen = client(name, portal.sandbox.other, lists);
    const list = await chosen.list("listStock", { signal });
    expect(quantities(list.entries)).toEqual(quantities(expected.entries));
  });

  test("an answer that no longer fits the choice is an error, not an empty list", async () => {
    const lists = { listStock: { path: ["bloco", "z"] } };
    const error = await failureOf(
      client("foreign", portal.sandbox.other, lists).list("listStock", { signal }),
    );
    expect(error).toMatchObject({ kind: "unreadable", details: { isMisfit: true } });
  });
});

test("pages without an end stop at the bound", async () => {
  const list = await stock("pages-endless");
  expect([list.entries.length, list.isComplete]).toEqual([5_000, false]);
});

test("one answer of 200 MB is refused by its size", async () => {
  expect((await failureOf(stock("huge"))).kind).toBe("tooBig");
});

test.each(Object.keys(shapes.foreign))(
  "the list in the shape %s is shown as it came",
  async (name) => {
    const { kind, details } = await failureOf(stock(name));
    expect(kind).toBe("unreadable");
    expect(details.raw?.length).toBeGreaterThan(100);
  },
);

test("an order is read from every spelling and wrapper", async () => {
  const { numeroPedido } = portal.sandbox;
  for (const name of ["", "snake", "upper", "data", "content", "retorno", "deep", "each-wrapped"]) {
    const order = await client(name).getOrder(numeroPedido, { signal });
    expect([name, order?.["numeroPedido"]]).toEqual([name, numeroPedido]);
  }
});

const noOrder = { numeroPedido: 1, codigoMotivoCancelamento: 1, observacao: "x" };
const sentence = /Pedido|pedido/u;

describe("a refusal keeps the portal's words in the shape", () => {
  test.each(Object.keys(shapes.error).filter((name) => name !== "error-empty"))(
    "%s",
    async (name) => {
      const body = { ...noOrder, numeroPedido: 999_999 };
      const { kind, details } = await failureOf(
        client(name).call("cancelOrder", { parameters: {}, body }, { signal }),
      );
      expect(kind).toMatch(/notFound|notThePortal/u);
      expect(details.detail).toMatch(sentence);
      expect(details.detail).not.toMatch(/\p{Cc}|\p{Cf}/u);
    },
  );

  test.each(["error-campos", "error-spring", "error-nested", "error-problem", "error-xml-campos"])(
    "%s, each beside its field",
    async (name) => {
      const body = { estado: { codigo: 31 }, cepInicio: "30000000", cepFim: "39999999" };
      const { kind, details } = await failureOf(
        client(name).call(
          "saveDeliveryTerm",
          { parameters: { codigoSeller: portal.sandbox.codigoSeller }, body },
          { signal },
        ),
      );
      expect(kind).toBe("rejected");
      expect(details.said).toContainEqual(
        expect.objectContaining({ field: "quantidadeDiasEntrega" }),
      );
    },
  );

  test("none at all in an empty body", async () => {
    const { kind, details } = await failureOf(
      client("error-empty").call("cancelOrder", { parameters: {}, body: noOrder }, { signal }),
    );
    expect([kind, details.detail]).toEqual(["notFound", undefined]);
  });
});

/** Refusals with status 200 that have no sign but words, a code or a name of their own. */
const inWords = ["complaint-code", "complaint-status-message", "complaint-descricao"];

test.each(inWords)("a refusal in words alone is an answer that shows nothing: %s", async (name) => {
  const body = { ...noOrder, numeroPedido: 999_999 };
  const answer = await client(name).call("cancelOrder", { parameters: {}, body }, { signal });
  expect(echoOf("cancelOrder", { body }, answer.body).kind).toBe("none");
});

describe("a success with a sign of a refusal is no success", () => {
  test.each(Object.keys(shapes.complaint).filter((name) => !inWords.includes(name)))(
    "%s",
    async (name) => {
      const body = { ...noOrder, numeroPedido: 999_999 };
      const { kind, details } = await failureOf(
        client(name).call("cancelOrder", { parameters: {}, body }, { signal }),
      );
      expect(kind).toBe("complaint");
      expect(details.detail ?? "false").toMatch(name === "complaint-false" ? /false/u : sentence);
    },
  );
});

describe("a write is taken, whatever its answer says beside that", () => {
  test.each(Object.keys(shapes.written))("%s", async (name) => {
    const parameters = { codigoProdutoMarketplace: 123, quantidadeEstoque: 7 };
    const answer = await client(name).call("updateStock", { parameters }, { signal });
    expect(answer.status).toBeLessThan(300);
  });
});

test("the portal names its shapes, and refuses a name that it does not have", async () => {
  const names = await (await fetch(`${portal.url}/shapes/`)).text();
  expect(names).toContain('"hal"');
  const response = await fetch(`${portal.url}/portal-seller/x`, {
    headers: { "x-sandbox-shape": "nonsense" },
  });
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining("FORMA_DESCONHECIDA"),
  ]);
});
