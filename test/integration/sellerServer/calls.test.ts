import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { minimum, price, product, specifiedCalls, term } from "./bodies.ts";
import { SandboxLab } from "./sandboxLab.ts";

let lab: SandboxLab;
beforeAll(async () => {
  lab = await SandboxLab.start();
});
afterAll(() => lab.stop());

const paths = {
  products: "/portal-seller/produtos/buscar?codigoPessoaSeller=1001",
  stock: "/portal-seller/estoques/buscar?codigoFornecedorSeller=1001",
  prices: "/portal-seller/precos/buscar?codigoSeller=1001",
  terms: "/portal-seller/prazos/buscar?codigoSeller=1001",
  minimums: "/portal-seller/pedidoMinimo/buscar?codigoSeller=1001",
  saveProduct: "/portal-seller/produtos/salvar/1001/9",
  savePrice: "/portal-seller/precos/salvar",
  saveTerm: "/portal-seller/prazos/salvar/1001",
  saveMinimum: "/portal-seller/pedidoMinimo/salvar",
};

describe("every call of the specification", () => {
  test("answers 200 and JSON when it is made as specified", async () => {
    for (const { name, method, path, body } of specifiedCalls) {
      const answer = await lab.call(method, path, { body });
      expect([name, answer.status, answer.text]).toEqual([name, 200, expect.any(String)]);
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("x-request-id")).toMatch(/^req_/u);
      expect(answer.json).toBeTypeOf("object");
    }
  });

  test("is refused without a token, and changes nothing", async () => {
    const before = await lab.list(paths.stock);
    for (const { name, method, path, body } of specifiedCalls) {
      const { status, json } = await lab.call(method, path.replace("/123/50", "/123/51"), {
        body,
        token: undefined,
      });
      expect([name, status, json]).toMatchObject([name, 401, { codigo: "NAO_AUTENTICADO" }]);
    }
    expect(await lab.list(paths.stock)).toEqual(before);
  });

  test("is refused with another seller's token, without saying whether what it names exists", async () => {
    const ownOnly = new Set([
      "update stock",
      "save price",
      "register tracking",
      "cancel order",
      "get order",
    ]);
    for (const { name, method, path, body } of specifiedCalls) {
      const { status } = await lab.call(method, path, { body, token: lab.otherToken });
      expect([name, status]).toEqual([name, ownOnly.has(name) ? 404 : 403]);
    }
  });

  test("is refused by another method, saying which it takes", async () => {
    for (const { name, method, path } of specifiedCalls) {
      const { status, headers } = await lab.call("PATCH", path);
      expect([name, status, headers.get("allow")]).toEqual([name, 405, method]);
    }
  });

  test("with a body is refused if that is no JSON, no object, too large, or of another type", async () => {
    for (const { name, method, path, body } of specifiedCalls.filter((call) => call.body)) {
      const answers = [
        await lab.call(method, path, { text: '{"a":' }),
        await lab.call(method, path, { text: "[1]" }),
        await lab.call(method, path, { text: `{"descricao":"${"x".repeat(70_000)}"}` }),
        await lab.call(method, path, { text: "a=b", headers: { "content-type": "text/plain" } }),
        await lab.call(method, path, { body: { ...body, desconhecido: 1 } }),
        await lab.call(method, path, { body: {} }),
      ];
      expect([name, answers.map(({ status }) => status)]).toEqual([
        name,
        [400, 422, 413, 415, 422, 422],
      ]);
    }
  });

  test("that is unknown is not found, whatever the token", async () => {
    const answers = [
      await lab.call("GET", "/portal-seller/nada"),
      await lab.call("GET", "/", { token: undefined }),
      await lab.call("GET", "/portal-seller/produtos/buscar/"),
      await lab.call("GET", "/portal-seller/produtos/%62uscar?codigoPessoaSeller=1001"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(answers[0]?.json).toEqual({
      codigo: "RECURSO_NAO_ENCONTRADO",
      mensagem: "O recurso solicitado não existe.",
      erros: [],
      idRequisicao: answers[0]?.headers.get("x-request-id"),
    });
  });
});

describe("lists", () => {
  test.each([
    "/portal-seller/produtos/buscar",
    "/portal-seller/estoques/buscar",
    "/portal-seller/precos/buscar",
    "/portal-seller/prazos/buscar",
    "/portal-seller/pedidoMinimo/buscar",
  ])("%s needs its parameter, and it must be a whole number", async (path) => {
    const [name] = path.includes("produtos")
      ? ["codigoPessoaSeller"]
      : path.includes("estoques")
        ? ["codigoFornecedorSeller"]
        : ["codigoSeller"];
    const answers = [
      await lab.call("GET", path),
      await lab.call("GET", `${path}?outro=1001`),
      await lab.call("GET", `${path}?${name}=abc`),
      await lab.call("GET", `${path}?${name}=-1001`),
      await lab.call("GET", `${path}?${name}=2002`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 403]);
  });

  test("hold the seller's own records only", async () => {
    const others = await lab.call("GET", "/portal-seller/produtos/buscar?codigoPessoaSeller=2002", {
      token: lab.otherToken,
    });
    expect(others.json).toHaveLength(40);
    const codes = (others.json as readonly { readonly codigoProdutoMarketplace: number }[]).map(
      ({ codigoProdutoMarketplace }) => codigoProdutoMarketplace,
    );
    const own = await lab.list(paths.products);
    expect(
      own.filter((entry) => codes.some((code) => code === entry["codigoProdutoMarketplace"])),
    ).toEqual([]);
    expect(own.length).toBeGreaterThanOrEqual(5000);
  });
});

describe("saving a product", () => {
  test("creates it with a code of the platform and without stock; the lists have it", async () => {
    const body = { ...product, codigoProdutoSeller: "NOVO-1" };
    const { json } = await lab.call("POST", paths.saveProduct, { body });
    expect(json).toMatchObject({
      registro: { ...body, codigoUsuarioAtualizacao: 9 },
    });
    const listed = (await lab.list(paths.products)).find(
      ({ codigoProdutoSeller }) => codigoProdutoSeller === "NOVO-1",
    );
    expect(listed).toMatchObject(body);
    const stock = (await lab.list(paths.stock)).find(
      ({ codigoProdutoSeller }) => codigoProdutoSeller === "NOVO-1",
    );
    expect(stock).toMatchObject({
      codigoProdutoMarketplace: listed?.["codigoProdutoMarketplace"],
      quantidadeEstoque: 0,
    });
  });

  test("again changes it, and what the body leaves out stays", async () => {
    const body = { ...product, codigoProdutoSeller: "NOVO-2" };
    await lab.call("POST", paths.saveProduct, { body });
    const { json } = await lab.call("POST", paths.saveProduct, {
      body: { codigoProdutoSeller: "NOVO-2", peso: 1.5 },
    });
    expect(json).toMatchObject({ registro: { ...body, peso: 1.5 } });
  });

  test("keeps hostile text as it is", async () => {
    const descricao = `'); DROP TABLE produto; -- <img src=x onerror=alert(1)> "aspas" \u0000 😀`;
    const body = { ...product, codigoProdutoSeller: "HOSTIL'1", descricao };
    const { json } = await lab.call("POST", paths.saveProduct, { body });
    expect(json).toMatchObject({ registro: { codigoProdutoSeller: "HOSTIL'1", descricao } });
  });

  test.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
    ["a wrong check digit", { codigoBarrasEAN: "7891234567890" }, "codigoBarrasEAN"],
    ["an EAN as a number", { codigoBarrasEAN: 7_891_234_567_895 }, "codigoBarrasEAN"],
    ["an EAN of twelve digits", { codigoBarrasEAN: "789123456789" }, "codigoBarrasEAN"],
    ["an NCM without dots", { codigoNcmBase: "09012100" }, "codigoNcmBase"],
    ["four decimals in peso", { peso: 0.2555 }, "peso"],
    ["three decimals in altura", { altura: 1.005 }, "altura"],
    ["a negative weight", { peso: -1 }, "peso"],
    ["a fraction of a brand", { codigoMarca: 1.5 }, "codigoMarca"],
    ["a text for a number", { codigoMarca: "7" }, "codigoMarca"],
    ["a blank description", { descricao: "  " }, "descricao"],
  ])("refuses %s, naming the field, and changes nothing", async (_, change, campo) => {
    const before = await lab.list(paths.products);
    const { status, json } = await lab.call("POST", paths.saveProduct, {
      body: { ...product, codigoProdutoSeller: "SKU-00001", ...change },
    });
    expect([status, json]).toMatchObject([422, { codigo: "DADOS_INVALIDOS", erros: [{ campo }] }]);
    expect(await lab.list(paths.products)).toEqual(before);
  });

  test("refuses a new product without what makes it one, naming all of it", async () => {
    const { status, json } = await lab.call("POST", paths.saveProduct, {
      body: { codigoProdutoSeller: "NOVO-3", peso: 1 },
    });
    const campos = ["descricao", "codigoNcmBase", "codigoBarrasEAN"];
    expect([status, json]).toMatchObject([422, { erros: campos.map((campo) => ({ campo })) }]);
  });
});

describe("updating the stock", () => {
  test("sets the quantity, which the list has", async () => {
    await lab.call("PUT", "/portal-seller/estoques/atualizar/123/0");
    const { json } = await lab.call("PUT", "/portal-seller/estoques/atualizar/123/50");
    expect(json).toMatchObject({
      registro: { codigoProdutoMarketplace: 123, quantidadeEstoque: 50 },
    });
    expect(await lab.list(paths.stock)).toContainEqual(
      expect.objectContaining({ codigoProdutoMarketplace: 123, quantidadeEstoque: 50 }),
    );
  });

  test.each([
    ["123/-1", 400],
    ["123/1.5", 400],
    ["123/1e3", 400],
    ["123/10000000", 400],
    ["abc/1", 400],
    ["%31/1", 400],
    ["999999/1", 404],
    ["5001/1", 404],
    ["123/1/2", 404],
  ])("%s is refused with %i", async (rest, expected) => {
    expect((await lab.call("PUT", `/portal-seller/estoques/atualizar/${rest}`)).status).toBe(
      expected,
    );
  });

  test("refuses a body", async () => {
    const { status, json } = await lab.call("PUT", "/portal-seller/estoques/atualizar/123/1", {
      body: {},
    });
    expect([status, json]).toMatchObject([400, { codigo: "CORPO_NAO_PERMITIDO" }]);
  });
});

describe("saving prices, terms and minimums", () => {
  test("a price is listed as it was sent, and the next one replaces it", async () => {
    await lab.call("POST", paths.savePrice, { body: price });
    const { json } = await lab.call("POST", paths.savePrice, {
      body: { ...price, valorPrecoBase: 0.07 },
    });
    expect(json).toMatchObject({ registro: { valorPrecoBase: 0.07 } });
    const listed = (await lab.list(paths.prices)).filter(
      ({ produto, estado }) =>
        (produto as { codigo: number }).codigo === 123 &&
        (estado as { codigo: number }).codigo === 35,
    );
    expect(listed).toEqual([
      { ...price, valorPrecoBase: 0.07, dataAtualizacao: "2026-11-20T12:00:00.000Z" },
    ]);
  });

  test("a term is listed as it was sent, leading zero kept, and the next one replaces it", async () => {
    await lab.call("POST", paths.saveTerm, { body: term });
    await lab.call("POST", paths.saveTerm, { body: { ...term, quantidadeDiasEntrega: 5 } });
    const listed = (await lab.list(paths.terms)).filter(
      ({ cepInicio }) => cepInicio === "01310000",
    );
    expect(listed).toEqual([
      { ...term, quantidadeDiasEntrega: 5, dataAtualizacao: "2026-11-20T12:00:00.000Z" },
    ]);
  });

  test("a minimum is listed as it was sent", async () => {
    await lab.call("POST", paths.saveMinimum, { body: { ...minimum, valor: 0.1 } });
    expect(await lab.list(paths.minimums)).toContainEqual({
      ...minimum,
      valor: 0.1,
      dataAtualizacao: "2026-11-20T12:00:00.000Z",
    });
  });
});
