import { type Fields, isRecord, parseJson } from "../../shared/base/json.ts";
import { keyOfInput, recordValue } from "../write/currentRecords.ts";
import type { JournalEntry } from "../write/journalEntry.ts";
import type { PlannedWrite } from "../write/plannedWrite.ts";
import { isSameValidity } from "../write/priceValidity.ts";
import { priceField, priceOf } from "./presentPrices.ts";
import type { FirstPrices } from "./writeGate.ts";

export interface FirstPricesDeps {
  readonly earlier: () => Promise<readonly JournalEntry[]>;
  readonly now: number;
  readonly codigoSeller: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the prices against which a change is limited, so that many small steps do not add up: from the session's
 * first reading, or older writes of the last 24 hours. Rejects if the journal cannot be read.
 */
export async function firstPricesOf(
  read: FirstPrices,
  plan: PlannedWrite,
  deps: FirstPricesDeps,
): Promise<readonly Fields[]> {
  const key = keyOf(plan.request.url, plan.input.body, deps.codigoSeller);
  if (plan.request.call !== "savePrice" || key === undefined) {
    return [];
  }
  const known = read.get(key);
  if (known) {
    return known;
  }
  const { url } = plan.request;
  const journaled = new JournaledPrices(await deps.earlier(), deps);
  const earlier = journaled.of(url, plan.input.body);
  const others = plan.records
    .filter((record) => !earlier.some((one) => isSameValidity(one, record)))
    .map((record) => journaled.first(url, record));
  const first = [...earlier, ...others];
  // As long as the portal has no price, a later reading may become the first.
  if (first.length > 0) {
    read.set(key, first);
  }
  return first;
}

interface Chain {
  readonly records: Fields[];
  readonly written: Set<number>;
}

/** For each price, the value before the first write by tools within a day. */
export class JournaledPrices {
  readonly #chains = new Map<string, Chain[]>();
  readonly #codigoSeller: number;

  constructor(
    entries: readonly JournalEntry[],
    { now, codigoSeller }: Pick<FirstPricesDeps, "now" | "codigoSeller">,
  ) {
    this.#codigoSeller = codigoSeller;
    for (const entry of entries) {
      const isRecent = entry.at > now - dayMs && toolSources.has(entry.source);
      const isOurs = entry.call === "savePrice" && entry.environment.codigoSeller === codigoSeller;
      const price = isRecent && isOurs ? oldPrice(entry) : undefined;
      if (price) {
        this.#add(entry.url, price);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#chains.size === 0;
  }

  of(url: string, body: unknown): readonly Fields[] {
    return this.#chainsOf(url, body).flatMap(({ records }) => records);
  }

  first(url: string, record: Fields): Fields {
    const price = priceOf(recordValue(record, priceField));
    const chain = this.#chainsOf(url, record).find(({ written }) => written.has(price));
    return chain ? withPriceOf(record, chain) : record;
  }

  /** Adds a price. A tool's price counts under any validity: else a new start date would begin a new count. */
  #add(url: string, { sent, before, after }: OldPrice): void {
    const chains = this.#chainsOf(url, sent);
    const own = chains.find(({ records }) => records.some((one) => isSameValidity(one, sent)));
    const from = own ?? chains.find(({ written }) => written.has(priceOf(before)));
    if (!own) {
      from?.records.push(withPriceOf(sent, from));
    }
    from?.written.add(after);
    const key = from ? undefined : keyOf(url, sent, this.#codigoSeller);
    if (key !== undefined) {
      const chain = { records: [{ ...sent, valorPrecoBase: before }], written: new Set([after]) };
      this.#chains.set(key, [...chains, chain]);
    }
  }

  #chainsOf(url: string, body: unknown): readonly Chain[] {
    return this.#chains.get(keyOf(url, body, this.#codigoSeller) ?? "") ?? [];
  }
}

function withPriceOf(record: Fields, { records: [first] }: Chain): Fields {
  return { ...record, valorPrecoBase: first?.["valorPrecoBase"] };
}

const toolSources: ReadonlySet<JournalEntry["source"]> = new Set(["chat", "editorTool", "mcp"]);

interface OldPrice {
  readonly sent: Fields;
  readonly before: unknown;
  readonly after: number;
}

function oldPrice({ body, changes }: JournalEntry): OldPrice | undefined {
  const sent = parseJson(body ?? "");
  const before = changes.find(({ name }) => name === "valorPrecoBase")?.before ?? undefined;
  return isRecord(sent) && before !== undefined
    ? { sent, before, after: priceOf(sent["valorPrecoBase"]) }
    : undefined;
}

function keyOf(url: string, body: unknown, codigoSeller: number): string | undefined {
  const record = keyOfInput("savePrice", { body });
  return record === undefined ? undefined : JSON.stringify([url, codigoSeller, record]);
}
