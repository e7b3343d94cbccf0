import { type Fields, isRecord } from "../../../src/shared/base/json.ts";
import { json, type Shape, type ShapedRequest, text } from "./shape.ts";
import { xmlShapes } from "./xmlShapes.ts";

/** How the entries of a list, or the one record of an answer, are written. */
export const entryShapes: Readonly<Record<string, Shape>> = {
  snake: renaming((name) => name.replaceAll(/[A-Z]+/gu, (letters) => `_${letters.toLowerCase()}`)),
  upper: renaming((name) => name.toUpperCase()),
  pascal: renaming((name) => name.replace(/^./u, (letter) => letter.toUpperCase())),
  accents: renaming((name) =>
    name
      .replace(/^codigo/u, "código")
      .replace(/^preco/u, "preço")
      .replace(/cao$/u, "ção"),
  ),
  "number-texts": { entry: (entry) => mapped(entry, (value) => numberText(value)) },
};

/** What stands around a list without pages. */
export const listShapes: Readonly<Record<string, Shape>> = {
  array: { list: (entries) => json(entries) },
  content: wrapping((value) => ({ content: value, last: true })),
  data: wrapping((value) => ({ data: value, links: [] })),
  items: wrapping((value) => ({ items: value })),
  resultado: wrapping((value) => ({ sucesso: true, mensagem: null, resultado: value })),
  retorno: wrapping((value) => ({ retorno: { status: "OK", codigo: 0, registros: value } })),
  named: {
    list: (entries, request) => json({ [`${nounOf(request)}sDoSeller`]: entries, mensagens: [] }),
  },
  hal: {
    list: (entries, request) =>
      json({
        _embedded: { [`${nounOf(request)}List`]: entries },
        _links: { self: { href: request.path } },
        page: { totalElements: entries.length, totalPages: 1, number: 0 },
      }),
  },
  odata: {
    list: (entries) =>
      json({ "@odata.context": "/$metadata", "@odata.count": entries.length, value: entries }),
  },
  /** Of a list with one entry only that entry; a longer list stays an array. */
  single: { list: (entries) => json(entries.length === 1 ? entries[0] : entries) },
};

/** A portal that has nothing of what is asked. */
export const emptyShapes: Readonly<Record<string, Shape>> = {
  "empty-404": {
    list: () => json({ codigo: 404, mensagem: "Nenhum registro encontrado." }, 404),
  },
  "empty-null": { list: () => json({ content: null, totalElements: 0 }) },
  "empty-total": { list: () => json({ total: 0 }) },
  "empty-204": { list: () => text("", "text/plain", 204) },
  "empty-500": {
    list: () => json({ faultstring: "ERROR: Não existem registros para a página [1]!" }, 500),
  },
  "empty-sentence": { list: () => json({ mensagem: "Nenhum registro encontrado.", itens: [] }) },
};

/** What the program does not recognise as a list, so that a person must say where it is. */
export const foreignShapes: Readonly<Record<string, Shape>> = {
  "each-wrapped": { entry: (entry, request) => ({ [nounOf(request)]: entry }) },
  "each-linked": {
    entry: (entry, request) => ({ [nounOf(request)]: entry, links: [{ rel: "self", href: "/" }] }),
  },
  "each-json": { entry: (entry) => JSON.stringify(entry) },
  deep: wrapping((value) => ({ response: { body: { data: { itens: value } } } })),
  "json-api": {
    list: (entries) =>
      json({ data: entries.map((attributes, id) => ({ type: "registro", id, attributes })) }),
  },
  graphql: {
    list: (entries, request) => {
      const edges = entries.map((node) => ({ node, cursor: "x" }));
      return json({
        data: { [`${nounOf(request)}s`]: { edges, pageInfo: { hasNextPage: false } } },
      });
    },
  },
  entities: {
    list: (entries) =>
      json({
        status: "1",
        responseBody: {
          entities: { total: `${entries.length}`, hasMoreResult: "false", entity: entries },
        },
      }),
  },
  numbered: { list: (entries) => json(Object.fromEntries(entries.entries())) },
  keyed: {
    list: (entries) =>
      json({ data: Object.fromEntries(entries.map((entry, index) => [`A${index}`, entry])) }),
  },
  ndjson: {
    list: (entries) =>
      text(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), "application/x-ndjson"),
  },
  "json-in-data": { list: (entries) => json({ data: JSON.stringify(entries) }) },
  ...xmlShapes,
  foreign: {
    entry: (entry) => foreignNames(entry),
    list: (entries) => json({ bloco: { a: entries, b: [{ x: 1 }], c: [{ y: 2 }] } }),
  },
  columns: {
    list: (entries) => {
      const records = entries.filter(isRecord);
      const names = Object.keys(records[0] ?? {});
      return json({ colunas: names, celulas: records.map((one) => names.map((n) => one[n])) });
    },
  },
  csv: {
    list: (entries) =>
      text(
        entries
          .filter(isRecord)
          .map((entry) => Object.values(entry).map(cell).join(";"))
          .join("\n"),
        "text/csv",
      ),
  },
};

function cell(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const foreign: readonly (readonly [RegExp, string])[] = [
  [/^codigoProdutoMarketplace$/u, "idItem"],
  [/^quantidadeEstoque$/u, "saldo"],
  [/^valorPrecoBase$/u, "vlr"],
  [/^codigoProdutoSeller$/u, "sku"],
  [/^descricao$/u, "nome"],
];

function foreignNames(entry: Fields): Fields {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value], index) => [
      foreign.find(([pattern]) => pattern.test(name))?.[1] ?? `f${index}`,
      value,
    ]),
  );
}

function wrapping(wrap: (value: unknown) => unknown): Shape {
  return { list: (entries) => json(wrap(entries)), record: wrap };
}

function renaming(rename: (name: string) => string): Shape {
  return { entry: (entry) => renamed(entry, rename) };
}

function renamed(value: Fields, rename: (name: string) => string): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      rename(name),
      isRecord(inner) ? renamed(inner, rename) : inner,
    ]),
  );
}

function mapped(value: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isRecord(inner) ? mapped(inner, change) : change(inner),
    ]),
  );
}

function numberText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

/** `/portal-seller/estoques/buscar` is about an `estoque`. */
function nounOf({ path }: ShapedRequest): string {
  const [, , noun = "item"] = path.split("/");
  return noun.replace(/s$/u, "");
}
