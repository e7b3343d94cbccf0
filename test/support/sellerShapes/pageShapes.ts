import { type Draft, json, type Shape, type ShapedRequest } from "./shape.ts";

interface Page {
  readonly entries: readonly unknown[];
  readonly total: number;
  readonly size: number;
  /** From 0. */
  readonly number: number;
  readonly count: number;
  readonly isLast: boolean;
}

/** Lists that come in pages: an eighth of the list each, at least 10 entries. */
export const pageShapes: Readonly<Record<string, Shape>> = {
  "pages-spring": paged("page", 0, ({ entries, total, size, number, count, isLast }) =>
    json({
      content: entries,
      pageable: { pageNumber: number, pageSize: size },
      number,
      size,
      totalElements: total,
      totalPages: count,
      last: isLast,
    }),
  ),
  "pages-last": paged("page", 0, ({ entries, size, number, isLast }) =>
    json({ content: entries, number, size, last: isLast }),
  ),
  "pages-pagina": paged("pagina", 1, ({ entries, number, count }) =>
    json({ retorno: { pagina: number + 1, totalPaginas: count, itens: entries } }),
  ),
  "pages-offset": offsets(({ entries, total, size }, offset) =>
    json({ results: entries, paging: { total, offset, limit: size } }),
  ),
  "pages-link": paged("page", 0, ({ entries, number, isLast }, request) =>
    json(entries, 200, isLast ? {} : { link: `<${address(request, number + 1)}>; rel="next"` }),
  ),
  "pages-header": paged("page", 1, ({ entries, number, count }) =>
    json(entries, 200, { "x-page": String(number + 1), "x-page-count": String(count) }),
  ),
  "pages-cursor": paged("cursor", 0, ({ entries, number, isLast }) =>
    json({ data: entries, nextCursor: isLast ? null : String(number + 1) }),
  ),
  "pages-next": paged("page", 0, ({ entries, total, number, isLast }, request) =>
    json({ count: total, next: isLast ? null : address(request, number + 1), results: entries }),
  ),
  "pages-hal": paged("page", 0, ({ entries, number, isLast }, request) => {
    const next = isLast ? {} : { next: { href: address(request, number + 1) } };
    return json({ _embedded: { lista: entries }, _links: next });
  }),
};

/** Lists whose end cannot be reached. */
export const endlessShapes: Readonly<Record<string, Shape>> = {
  /** Says how many there are, and gives no way to the others. */
  "pages-first-only": paged("none", 0, ({ entries, total }) => json({ data: entries, total })),
  "pages-unnamed": paged("none", 0, ({ entries }) => json({ data: entries, hasMore: true })),
  /** Answers the first page whatever is asked. */
  "pages-repeating": paged("none", 0, ({ entries, size }, { query }) =>
    json({ content: entries, number: numberIn(query, "page") ?? 0, size, last: false }),
  ),
  /** The second page fails. */
  "pages-failing": paged("page", 0, ({ entries, total, number }) =>
    number === 0
      ? json({ content: entries, number, totalElements: total, last: false })
      : json({ codigo: "ERRO_INTERNO", mensagem: "Ocorreu um erro interno no portal." }, 500),
  ),
  /** Each page has other entries, for ever. */
  "pages-endless": {
    list: (entries, { query }) => {
      const number = numberIn(query, "page") ?? 0;
      const [first] = entries;
      const marked = entries.slice(0, 10).map((entry, index) => ({
        ...(typeof entry === "object" ? entry : { valor: entry }),
        sequencia: number * 10 + index,
      }));
      return json({ content: first === undefined ? [] : marked, number, last: false });
    },
  },
  huge: { isHuge: true },
};

type WritePage = (page: Page, request: ShapedRequest) => Draft;

function paged(parameter: string, first: number, write: WritePage): Shape {
  return {
    list: (entries, request) => {
      const size = sizeOf(entries);
      const count = Math.max(1, Math.ceil(entries.length / size));
      const asked = (numberIn(request.query, parameter) ?? first) - first;
      const number = Math.min(Math.max(0, asked), count);
      return write(
        {
          entries: entries.slice(number * size, (number + 1) * size),
          total: entries.length,
          size,
          number,
          count,
          isLast: number >= count - 1,
        },
        request,
      );
    },
  };
}

function offsets(write: (page: Omit<Page, "number" | "count">, offset: number) => Draft): Shape {
  return {
    list: (entries, { query }) => {
      const size = sizeOf(entries);
      const offset = numberIn(query, "offset") ?? 0;
      const page = entries.slice(offset, offset + size);
      const isLast = offset + size >= entries.length;
      return write({ entries: page, total: entries.length, size, isLast }, offset);
    },
  };
}

function sizeOf({ length }: readonly unknown[]): number {
  return Math.max(10, Math.ceil(length / 8));
}

function address({ query }: ShapedRequest, page: number): string {
  const next = new URLSearchParams(query);
  next.set("page", String(page));
  return `?${next.toString()}`;
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name) ?? "";
  return /^\d{1,9}$/u.test(value) ? Number(value) : undefined;
}
