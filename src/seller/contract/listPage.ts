import { type Fields, isRecord } from "../../shared/json.ts";
import { foldedName } from "./portalWords.ts";

/** What an answer says about the list that it is a page of. */
export interface ListPage {
  /** Number of entries of the whole list. */
  readonly total: number | undefined;
  /** Whether the answer says outright that more follows (`true`) or that this is the end. */
  readonly hasMore: boolean | undefined;
  /** The address of the next page, as the portal gives it: relative or whole. */
  readonly next: string | undefined;
  /** The query that asks for the next page, from the page's own number or offset. */
  readonly query: Readonly<Record<string, number>> | undefined;
}

const totalNames =
  /^(?:total(?:elements|elementos|items|itens|count|registros|records|results|resultados|produtos)?|recordstotal|quantidadetotal|qtdtotal|numerototal)$/u;
const placeNames: ReadonlySet<string> = new Set([
  "page",
  "pageable",
  "pagina",
  "paginacao",
  "paging",
  "pagination",
  "meta",
  "metadata",
  "retorno",
  "data",
  "result",
  "resultado",
  "links",
]);
/** The name of a page's number in an answer, and the query parameter that services have for it. */
const numberNames: Readonly<Record<string, string>> = {
  number: "page",
  page: "page",
  currentpage: "page",
  pagenumber: "page",
  pagina: "pagina",
  paginaatual: "pagina",
  numeropagina: "pagina",
};

/** Reads totals, `last`, `next`, `Link` and counts from an answer; `count` is that of its entries. */
export function listPage(
  body: unknown,
  headers: Pick<Headers, "get"> | undefined,
  count: number,
): ListPage {
  const facts = factsIn(body);
  const first = (...names: readonly string[]): unknown => firstOf(facts, names);
  const total = totalOf(facts, headers);
  const pages = numberIn(
    first("totalpages", "totalpaginas", "numeropaginas", "pagecount", "lastpage"),
  );
  const isLast = first("last", "islast", "ultima", "ultimapagina");
  const more = first("hasnext", "hasmore", "temmais", "hasnextpage", "temproxima", "more");
  const links = nextLinks(facts, body, headers);
  const next = links.find((link) => link.length <= 4_000 && /^(?:https?:|\/|\?)/u.test(link));
  const { query, isPagesLeft } = placeOf(facts, pages, count);
  const ending = [
    typeof isLast === "boolean" ? !isLast : undefined,
    typeof more === "boolean" ? more : undefined,
    links.length > 0 ? true : undefined,
    isPagesLeft,
  ];
  return {
    total,
    hasMore: ending.find((one) => one !== undefined),
    next,
    query,
  };
}

/** Where the page stands in the list, and the query for the one that follows. */
function placeOf(
  facts: ReadonlyMap<string, unknown>,
  pages: number | undefined,
  count: number,
): { readonly query: ListPage["query"]; readonly isPagesLeft: boolean | undefined } {
  const size = numberIn(
    firstOf(facts, ["limit", "size", "pagesize", "perpage", "tamanhopagina", "itenspagina"]),
  );
  const offset = numberIn(firstOf(facts, ["offset", "start", "skip"]));
  const name = Object.keys(numberNames).find((one) => numberIn(facts.get(one)) !== undefined);
  const number = name === undefined ? undefined : numberIn(facts.get(name));
  if (offset !== undefined) {
    return { query: { offset: offset + count, limit: size ?? count }, isPagesLeft: undefined };
  }
  if (name === undefined || number === undefined) {
    return { query: undefined, isPagesLeft: undefined };
  }
  return {
    query: { [numberNames[name] ?? "page"]: number + 1, ...(size !== undefined && { size }) },
    // Only Spring's `number` counts from 0.
    isPagesLeft: pages === undefined ? undefined : number < pages - (name === "number" ? 1 : 0),
  };
}

function firstOf(facts: ReadonlyMap<string, unknown>, names: readonly string[]): unknown {
  return names
    .map((name) => facts.get(name))
    .find((value) => value !== undefined && value !== null);
}

/** The names and values at the top and in the usual places beside a list, folded. */
function factsIn(body: unknown): ReadonlyMap<string, unknown> {
  const facts = new Map<string, unknown>();
  const add = (value: Fields, depth: number): void => {
    for (const [name, inner] of Object.entries(value).slice(0, 200)) {
      const folded = foldedName(name);
      if (isRecord(inner) && depth > 0 && placeNames.has(folded)) {
        add(inner, depth - 1);
      } else if (!facts.has(folded) && !Array.isArray(inner)) {
        facts.set(folded, inner);
      }
    }
  };
  if (isRecord(body)) {
    add(body, 2);
  }
  return facts;
}

function totalOf(
  facts: ReadonlyMap<string, unknown>,
  headers: Pick<Headers, "get"> | undefined,
): number | undefined {
  const ranged = /\/(?<total>\d{1,9})\s*$/u.exec(headers?.get("content-range") ?? "");
  const named = [...facts]
    .filter(([name]) => totalNames.test(name))
    .map(([, value]) => numberIn(value));
  return (
    named.find((value) => value !== undefined) ??
    numberIn(headers?.get("x-total-count") ?? headers?.get("x-total") ?? undefined) ??
    numberIn(ranged?.groups?.["total"])
  );
}

/** `Link: <…>; rel="next"`, `next`, `_links.next.href` or `links: [{rel: "next", href}]`. */
function nextLinks(
  facts: ReadonlyMap<string, unknown>,
  body: unknown,
  headers: Pick<Headers, "get"> | undefined,
): readonly string[] {
  const header = /<(?<url>[^<>]{1,2000})>\s*;[^,<]{0,200}?rel="?next\b/iu.exec(
    (headers?.get("link") ?? "").slice(0, 8_000),
  );
  const list: readonly unknown[] =
    isRecord(body) && Array.isArray(body["links"]) ? body["links"].slice(0, 20) : [];
  const linked = list.find((link) => isRecord(link) && link["rel"] === "next");
  return [
    header?.groups?.["url"],
    facts.get("next"),
    facts.get("nextpage"),
    facts.get("nexturl"),
    facts.get("proxima"),
    facts.get("proximapagina"),
    linked,
  ]
    .map((link): unknown => (isRecord(link) ? link["href"] : link))
    .filter((link) => typeof link === "string")
    .filter((link) => link !== "");
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === "string" && /^\d{1,9}$/u.test(value)) {
    return Number(value);
  }
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
