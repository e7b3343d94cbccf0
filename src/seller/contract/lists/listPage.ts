import { type Fields, isRecord, parseJson } from "../../../shared/base/json.ts";
import { knownNames } from "./knownNames.ts";
import { leadsBack, nextLinks } from "./nextLinks.ts";
import { foldedName } from "./portalWords.ts";

export interface ListPage {
  readonly total: number | undefined;
  /** True if the answer reports more pages, false if it reports the end. */
  readonly hasMore: boolean | undefined;
  readonly next: string | undefined;
  readonly query: Readonly<Record<string, number | string>> | undefined;
  /** The answer reports missing entries, or its range has no known end. */
  readonly isPart: boolean;
  /** A name such as `nextKey`, `maisRegistros` or `cursor` has a value, and no other field denies further pages. */
  readonly mayHaveMore: boolean;
}

const totalNames =
  /^(?:n?tot(?:al)?(?:elements|elementos|count|rows|(?:de)?(?:items|itens|registros|records|results|resultados|produtos|pedidos))?|recordstotal|odatacount|(?:quantidade|qtde?|numero)(?:total|(?:de)?registros))$/u;
const totalHeaders =
  "x-total-count x-total x-wp-total total-count pagination-count x-total-results x-pagination-total-count".split(
    " ",
  );
const rangeHeaders = ["content-range", "rest-content-range"];
const pagesHeaders =
  "x-total-pages x-wp-totalpages pagination-pages total-pages x-page-count x-pagination-page-count".split(
    " ",
  );
const pagesNames =
  "totalpages totalpaginas totaldepaginas numeropaginas quantidadepaginas pagecount lastpage pages paginas ntotpaginas".split(
    " ",
  );
const maxLooks = 100;
/** Maps a page number's name in an answer to its query parameter. */
const numberNames: Readonly<Record<string, string>> = {
  number: "page",
  page: "page",
  currentpage: "page",
  pagenumber: "page",
  pagina: "pagina",
  paginaatual: "pagina",
  numeropagina: "pagina",
  npagina: "pagina",
};

const headerNames: readonly (readonly [string, string])[] = [
  ["x-page", "page"],
  ["x-current-page", "page"],
  ["x-per-page", "perpage"],
  ["x-next-page", "nextpage"],
  ["x-has-more", "hasmore"],
  ["x-has-next", "hasmore"],
  ["x-truncated", "truncated"],
  ["x-pagination-current-page", "page"],
  ["x-next-cursor", "nextcursor"],
];
const cursorNames: Readonly<Record<string, string>> = {
  nextcursor: "cursor",
  nexttoken: "nextToken",
  nextpagetoken: "pageToken",
  continuationtoken: "continuationToken",
  scrollid: "scroll_id",
};

const limitNames =
  "limit limite pagesize perpage tamanhopagina itenspagina registrosporpagina".split(" ");

/** Reads totals, `last`, `next`, `Link` and counts. `count` is the number of received entries. */
export function listPage(
  body: unknown,
  headers: Pick<Headers, "get"> | undefined,
  count: number,
): ListPage {
  const facts = factsIn(body, headers);
  const first = (...names: readonly string[]): unknown => firstOf(facts, names);
  const total = totalOf(facts, headers, count);
  const pages = numberIn(firstOf(facts, pagesNames)) ?? numberIn(headerIn(headers, pagesHeaders));
  const isLast = booleanIn(first("last", "islast", "ultima", "ultimapagina"));
  const more = booleanIn(
    first(
      "hasnext",
      "hasmore",
      "temmais",
      "hasnextpage",
      "temproxima",
      "temproximapagina",
      "more",
      "hasmoreresult",
      "hasmoreresults",
      "hasmorepages",
    ),
  );
  const remaining = numberIn(first("remainingrecords", "registrosrestantes")) ?? 0;
  const links = nextLinks(facts, body, headers);
  const next = links.find(
    (link) => link.length <= 4_000 && /^(?:https?:|\/|\?|[\w.-]{1,100}\?)/u.test(link),
  );
  const { query, isPagesLeft, isFull } = placeOf(facts, headers, pages, count);
  const numbered = nextNumber(facts);
  const ending = [
    isLast === undefined ? undefined : !isLast,
    more,
    remaining > 0 ? true : undefined,
    links.length > 0 || numbered ? true : undefined,
    isPagesLeft,
    // A full page need not be the last one.
    isFull && total === undefined && pages === undefined ? true : undefined,
  ];
  const hasMore = ending.find((one) => one !== undefined);
  return {
    total,
    hasMore,
    next,
    query: query ?? numbered ?? cursorOf(facts),
    isPart: isPartial(facts, headers),
    mayHaveMore: mayHaveMore(hasMore, facts),
  };
}

const moreNames = /^(?:has|tem|is|x)?(?:next|more|mais|prox)|cursor$|^(?:is)?limit(?:ed|ad[oa])$/u;

function mayHaveMore(hasMore: boolean | undefined, facts: ReadonlyMap<string, unknown>): boolean {
  return hasMore !== false && [...facts].some(([name, value]) => isMore(name, value));
}

function isMore(name: string, value: unknown): boolean {
  return (
    moreNames.test(name) &&
    (typeof value === "string" ? value.trim() !== "" : value !== null && value !== undefined) &&
    booleanIn(value) !== false
  );
}

const partNames =
  "truncated istruncated parcial partial ispartial incompleto incomplete timedout".split(" ");

function isPartial(
  facts: ReadonlyMap<string, unknown>,
  headers: Pick<Headers, "get"> | undefined,
): boolean {
  return (
    partNames.some((name) => booleanIn(facts.get(name)) === true) ||
    /\d\s*\/\s*\*\s*$/u.test(headerIn(headers, rangeHeaders) ?? "")
  );
}

function placeOf(
  facts: ReadonlyMap<string, unknown>,
  headers: Pick<Headers, "get"> | undefined,
  pages: number | undefined,
  count: number,
): {
  readonly query: ListPage["query"];
  readonly isPagesLeft: boolean | undefined;
  readonly isFull: boolean;
} {
  const size = numberIn(firstOf(facts, ["limit", "size", ...limitNames]));
  const offset = numberIn(firstOf(facts, ["offset", "start", "skip"]));
  const name = Object.keys(numberNames).find((one) => numberIn(facts.get(one)) !== undefined);
  const number = name === undefined ? undefined : numberIn(facts.get(name));
  const isFull = size === undefined ? false : size > 0 && count >= size;
  if (offset !== undefined) {
    const following = { offset: offset + count, limit: size ?? count };
    return { query: following, isPagesLeft: undefined, isFull };
  }
  if (name === undefined || number === undefined) {
    return {
      query: undefined,
      isPagesLeft: isOneOfSeveral(pages, headers),
      isFull: isAtLimit(facts, count),
    };
  }
  return {
    query: { [numberNames[name] ?? "page"]: number + 1, ...(size !== undefined && { size }) },
    // Only Spring's `number` counts from 0.
    isPagesLeft: pages === undefined ? undefined : number < pages - (name === "number" ? 1 : 0),
    isFull,
  };
}

/** True if there are several pages and this one's number is unknown. The last page has only links back. */
function isOneOfSeveral(
  pages: number | undefined,
  headers: Pick<Headers, "get"> | undefined,
): boolean | undefined {
  if (leadsBack(headers)) {
    return false;
  }
  return pages !== undefined && pages > 1 ? true : undefined;
}

/** True for a full page. `size` may also be the number of received entries. */
function isAtLimit(facts: ReadonlyMap<string, unknown>, count: number): boolean {
  return count > 0 && count === numberIn(firstOf(facts, limitNames));
}

function nextNumber(facts: ReadonlyMap<string, unknown>): ListPage["query"] {
  const pagina = numberIn(firstOf(facts, ["proxima", "proximapagina", "proximo"]));
  const page = numberIn(firstOf(facts, ["next", "nextpage"]));
  if (page !== undefined && page > 0) {
    return { page };
  }
  return pagina !== undefined && pagina > 0 ? { pagina } : undefined;
}

function cursorOf(facts: ReadonlyMap<string, unknown>): ListPage["query"] {
  for (const [name, parameter] of Object.entries(cursorNames)) {
    const cursor = facts.get(name);
    if (typeof cursor === "string" && cursor !== "" && cursor.length <= 4_000) {
      return { [parameter]: cursor };
    }
  }
  return undefined;
}

function firstOf(facts: ReadonlyMap<string, unknown>, names: readonly string[]): unknown {
  return names
    .map((name) => facts.get(name))
    .find((value) => value !== undefined && value !== null);
}

function factsIn(
  body: unknown,
  headers: Pick<Headers, "get"> | undefined,
): ReadonlyMap<string, unknown> {
  const facts = new Map<string, unknown>();
  let looks = 0;
  const add = (value: Fields, depth: number): void => {
    looks += 1;
    const entries = Object.entries(value)
      .slice(0, 200)
      .map(([name, inner]) => [foldedName(name), inner] as const);
    if (entries.some(([name, inner]) => knownNames.has(name) && !Array.isArray(inner))) {
      return;
    }
    for (const [name, inner] of entries) {
      if (!facts.has(name) && !Array.isArray(inner)) {
        facts.set(name, inner);
      }
    }
    for (const [, inner] of depth > 0 ? entries : []) {
      if (isRecord(inner) && looks < maxLooks) {
        add(inner, depth - 1);
      }
    }
  };
  for (const around of [body, parseJson((headers?.get("x-pagination") ?? "").slice(0, 4_000))]) {
    if (isRecord(around)) {
      add(around, 3);
    }
  }
  for (const [header, name] of headerNames) {
    const value = headers?.get(header);
    if (typeof value === "string" && !facts.has(name)) {
      facts.set(name, value.trim());
    }
  }
  return facts;
}

function headerIn(
  headers: Pick<Headers, "get"> | undefined,
  names: readonly string[],
): string | undefined {
  return (
    names.map((name) => headers?.get(name)).find((value) => typeof value === "string") ?? undefined
  );
}

function totalOf(
  facts: ReadonlyMap<string, unknown>,
  headers: Pick<Headers, "get"> | undefined,
  count: number,
): number | undefined {
  const ranged = /\/(?<total>\d{1,9})\s*$/u.exec(headerIn(headers, rangeHeaders) ?? "");
  const named = [...facts]
    .filter(([name]) => totalNames.test(name))
    // Elasticsearch: `"total": {"value": 50, "relation": "eq"}`.
    .map(([, value]) => numberIn(isRecord(value) ? value["value"] : value));
  // A smaller `count` is the number of entries on this page.
  const counted = [facts.get("count")].map(numberIn).find((value = 0) => value > count);
  return (
    named.find((value) => value !== undefined) ??
    counted ??
    numberIn(headerIn(headers, totalHeaders)) ??
    numberIn(ranged?.groups?.["total"])
  );
}

/** ERPs also write `S`, `N`, `1` and `0`. */
function booleanIn(value: unknown): boolean | undefined {
  const text = String(value).trim();
  if (/^(?:true|s|sim|y|yes|1)$/iu.test(text)) {
    return true;
  }
  return /^(?:false|n|nao|não|no|0)$/iu.test(text) ? false : undefined;
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === "string" && /^\d{1,9}$/u.test(value)) {
    return Number(value);
  }
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
