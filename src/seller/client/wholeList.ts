import { type Fields, isRecord } from "../../shared/base/json.ts";
import { namesOfList } from "../contract/lists/knownNames.ts";
import { type ListChoice, readChosen } from "../contract/lists/listChoice.ts";
import { listKey } from "../contract/lists/listKey.ts";
import { listPage } from "../contract/lists/listPage.ts";
import { portalWords } from "../contract/lists/portalWords.ts";
import { isEntry, readList } from "../contract/lists/readList.ts";
import { knownSpelling } from "../contract/lists/spelling.ts";
import type { PortalRequest } from "../contract/request.ts";
import type { JsonRows } from "../contract/values/jsonRows.ts";
import type { PortalAnswer } from "./readAnswer.ts";
import { SellerError } from "./sellerError.ts";

export interface PortalList {
  readonly entries: readonly Fields[];
  /** If false, the portal may have more entries: never conclude from absence. */
  readonly isComplete: boolean;
  readonly total?: number;
}

const maxPages = 500;
const maxEntries = 500_000;
/** Limit for all pages together. A list of 50,000 entries has about 25 MB. */
const maxBytes = 128 * 1024 * 1024;

/** The status distinguishes a part (206) from the whole. */
type PageAnswer = Omit<PortalAnswer, "status"> & Partial<Pick<PortalAnswer, "status">>;

type Send = (request: PortalRequest) => Promise<PageAnswer>;

interface Reading {
  readonly onProgress?: ((read: number, total: number | undefined) => void) | undefined;
  /** The list's place that the person chose. No other place is searched. */
  readonly choice?: ListChoice | undefined;
  readonly onEntry?: ((entry: Fields) => void) | undefined;
}

interface Found {
  readonly length: number;
  at(index: number): Fields | undefined;
}

/**
 * Returns a partial result at a page that repeats an earlier one, fails or leads to another address, and after 500
 * pages, 500,000 entries or 128 MB. Throws only if the first page fails.
 */
export async function wholeList(
  request: PortalRequest,
  send: Send,
  { onProgress, choice, onEntry }: Reading = {},
): Promise<PortalList> {
  const pages = new Pages(request.call, onEntry);
  let url: string | undefined = request.url;
  for (let count = 0; url !== undefined && count < maxPages && !pages.isFull; count += 1) {
    const answer: PageAnswer | undefined = await pageOf(send, { ...request, url }, count === 0);
    const found: Found | undefined = entriesOf(answer, request, {
      choice,
      isFirst: count === 0,
    });
    if (!answer || !found) {
      return pages.firstOrPart(answer, choice !== undefined);
    }
    const page = pageFacts(answer, found.length);
    const isPaged = count > 0 || page.total !== undefined || page.hasMore === true;
    if (!pages.add(found, { bytes: answer.bytes, isPaged })) {
      return pages.list(pages.hasTotal);
    }
    pages.note(page, answer);
    onProgress?.(pages.count, pages.total);
    if (pages.isEnd(page.hasMore, found.length)) {
      return pages.list(pages.isWhole);
    }
    url = nextUrl(request.url, url, page);
  }
  return pages.list(false);
}

/** A part is recognised by its status, a missing end, or a sentence: "Resultado limitado a 100 registros". */
function saysPart(answer: PageAnswer): boolean {
  const isMarked = answer.status === 206 || answer.isPerhapsCut === true;
  return isMarked || (!answer.rows && hasLimitWords(answer.body));
}

function hasLimitWords(body: unknown): boolean {
  return isRecord(body) && portalWords(body).some(({ text }) => limited.test(text));
}

const limited =
  /(?:limitad[oa]s? a|truncad[oa]s?|primeir[oa]s \d+|limited to|truncated|only the first)(?!\p{L})/iu;

function pageFacts(answer: PageAnswer, count: number): ReturnType<typeof listPage> {
  return listPage(answer.rows ? [] : answer.body, answer.headers, count);
}

function entriesOf(
  answer: PageAnswer | undefined,
  { call }: PortalRequest,
  { choice, isFirst }: Pick<Reading, "choice"> & { readonly isFirst: boolean },
): Found | undefined {
  if (!answer) {
    return undefined;
  }
  if (choice) {
    return readChosen(answer.body, choice, isFirst);
  }
  const { rows } = answer;
  const known = namesOfList(call);
  // If the first rows have no known field, the whole list is read to decide.
  return rows && rowsBegin(rows).some((row) => isEntry(row, known))
    ? { length: rows.count, at: (index) => knownSpelling(rows.at(index)) }
    : readList(answer.body, known);
}

function rowsBegin(rows: JsonRows): readonly Fields[] {
  return Array.from({ length: Math.min(rows.count, 20) }, (_, index) => rows.at(index));
}

class Pages {
  readonly #call: PortalRequest["call"];
  readonly #entries: Fields[] = [];
  readonly #onEntry: (entry: Fields) => void;
  count = 0;
  total: number | undefined;
  #bytes = 0;
  #isPart = false;
  #mayHaveMore = false;
  readonly #seen = new Set<string>();
  readonly #distinct = new Set<number>();
  /** The first page of each record, by a hash of its key. */
  readonly #keys = new Map<number, number>();
  /** Entries with an earlier key and another value: the list shifted while it was read, so an entry may be missing. */
  #overlapping = 0;

  constructor(call: PortalRequest["call"], onEntry: Reading["onEntry"]) {
    this.#call = call;
    this.#onEntry = onEntry ?? ((entry) => void this.#entries.push(entry));
  }

  get isFull(): boolean {
    return this.count >= maxEntries || this.#bytes >= maxBytes;
  }

  get isWhole(): boolean {
    const isOpen = this.#isPart || this.#mayHaveMore;
    return this.hasTotal || (this.total === undefined && !isOpen);
  }

  get hasTotal(): boolean {
    return this.total !== undefined && this.count - this.#overlapping >= this.total;
  }

  /** Returns false for a page that repeats an earlier one. Repeated entries count once. */
  add(
    found: Found,
    { bytes = 0, isPaged }: { readonly bytes: number | undefined; readonly isPaged: boolean },
  ): boolean {
    const mark = JSON.stringify([found.length, found.at(0), found.at(found.length - 1)]);
    if (found.length > 0 && this.#seen.has(mark)) {
      return false;
    }
    this.#seen.add(mark);
    this.#bytes += bytes;
    for (let index = 0; index < found.length; index += 1) {
      const entry = found.at(index);
      if (entry && !(isPaged && this.#isRepeated(entry))) {
        this.#onEntry(entry);
        this.count += 1;
        this.#overlapping += isPaged && this.#isOfEarlierPage(entry) ? 1 : 0;
      }
    }
    return true;
  }

  #isRepeated(entry: Fields): boolean {
    const known = this.#distinct.size;
    return this.#distinct.add(hashOf(JSON.stringify(entry))).size === known;
  }

  #isOfEarlierPage(entry: Fields): boolean {
    const key = listKey(this.#call, entry);
    const hash = key === undefined ? undefined : hashOf(key);
    const first = hash === undefined ? undefined : this.#keys.get(hash);
    if (hash !== undefined && first === undefined) {
      this.#keys.set(hash, this.#seen.size);
    }
    return first !== undefined && first < this.#seen.size;
  }

  note(page: ReturnType<typeof listPage>, answer: PageAnswer): void {
    this.total = page.total ?? this.total;
    const isRiddle = this.count === 0 && page.total !== 0 && portalWords(answer.body).length > 0;
    this.#mayHaveMore = page.mayHaveMore;
    this.#isPart ||= page.isPart || saysPart(answer) || isRiddle;
  }

  isEnd(hasMore: boolean | undefined, found: number): boolean {
    if (found === 0) {
      return true;
    }
    return hasMore !== true && (this.total === undefined || this.hasTotal);
  }

  list(isComplete: boolean): PortalList {
    const { total } = this;
    return { entries: this.#entries, isComplete, ...(total !== undefined && { total }) };
  }

  /** The result if a page has no list; throws `unreadable` if it is the first page. */
  firstOrPart(answer: PageAnswer | undefined, isMisfit: boolean): PortalList {
    if (answer && this.#seen.size === 0) {
      const { requestId, raw } = answer;
      throw new SellerError("unreadable", { requestId, raw, isMisfit });
    }
    return this.list(false);
  }
}

/** A hash of 53 bits: in 500,000 entries, two collide once in 70,000 lists. */
function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

async function pageOf(
  send: Send,
  request: PortalRequest,
  isFirst: boolean,
): Promise<PageAnswer | undefined> {
  try {
    return await send(request);
  } catch (error) {
    if (isFirst || !(error instanceof SellerError) || error.kind === "cancelled") {
      throw error;
    }
    return undefined;
  }
}

/** The next page's address; undefined for the last page, or a link to another address than the list's. */
function nextUrl(
  first: string,
  current: string,
  { next, query }: ReturnType<typeof listPage>,
): string | undefined {
  const base = new URL(first);
  if (next !== undefined) {
    const link = URL.parse(next, current);
    if (!link || !isOfList(link, base)) {
      return undefined;
    }
    const url = new URL(base);
    url.search = link.search;
    // Keeps the first page's seller, even if the link names another.
    for (const [name, value] of base.searchParams) {
      url.searchParams.set(name, value);
    }
    return url.href;
  }
  if (!query) {
    return undefined;
  }
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, String(value));
  }
  return url.href;
}

/**
 * True if the link leads to the list. A portal behind a TLS proxy often links with `http:` and its inner port; only
 * the link's query is used.
 */
function isOfList(link: URL, base: URL): boolean {
  const isBehindProxy = link.protocol === "http:" && base.protocol === "https:";
  const isHost = isBehindProxy ? link.hostname === base.hostname : link.origin === base.origin;
  return isHost && link.pathname === base.pathname && link.username === "" && link.password === "";
}
