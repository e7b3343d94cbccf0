import { type Fields, isRecord, parseJson } from "../../shared/json.ts";
import { keyOfInput } from "../write/currentRecords.ts";
import type { JournalEntry } from "../write/journalEntry.ts";
import type { PlannedWrite } from "../write/plannedWrite.ts";
import { isSameValidity } from "../write/priceValidity.ts";
import type { FirstPrices } from "./writeGate.ts";

export interface FirstPricesDeps {
  /** The journal's entries, oldest first. */
  readonly earlier: () => Promise<readonly JournalEntry[]>;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly codigoSeller: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The records of the plan's price at the first reading, by which the limit of a price's change counts, so that many small steps
 * do not add up to a large one. This reading may be the first: it is added to those of the session. After a restart, the
 * journal still has the records of the last 24 hours. Rejects if the journal cannot be read.
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
  const earlier = new JournaledPrices(await deps.earlier(), deps).of(
    plan.request.url,
    plan.input.body,
  );
  const unchanged = plan.records.filter(
    (record) => !earlier.some((one) => isSameValidity(one, record)),
  );
  const first = [...earlier, ...unchanged];
  // Without a price there is nothing to hold on to: the next reading may be the first.
  if (first.length > 0) {
    read.set(key, first);
  }
  return first;
}

/** The old values of the first writes by tools and programs, of each price within the last day. */
export class JournaledPrices {
  readonly #prices = new Map<string, Fields[]>();
  readonly #codigoSeller: number;

  /** `entries` oldest first. */
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
        this.#add(keyOf(entry.url, price, codigoSeller), price);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#prices.size === 0;
  }

  /** One for each validity of the price that a request would write. */
  of(url: string, body: unknown): readonly Fields[] {
    return this.#prices.get(keyOf(url, body, this.#codigoSeller) ?? "") ?? [];
  }

  #add(key: string | undefined, price: Fields): void {
    const known = key === undefined ? undefined : (this.#prices.get(key) ?? []);
    if (key !== undefined && known && !known.some((one) => isSameValidity(one, price))) {
      this.#prices.set(key, [...known, price]);
    }
  }
}

const toolSources: ReadonlySet<JournalEntry["source"]> = new Set(["chat", "editorTool", "mcp"]);

/** The written record with its price before the write; undefined if that was not known. */
function oldPrice({ body, changes }: JournalEntry): Fields | undefined {
  const sent = parseJson(body ?? "");
  const valorPrecoBase = changes.find(({ name }) => name === "valorPrecoBase")?.before ?? undefined;
  return isRecord(sent) && valorPrecoBase !== undefined ? { ...sent, valorPrecoBase } : undefined;
}

function keyOf(url: string, body: unknown, codigoSeller: number): string | undefined {
  const record = keyOfInput("savePrice", { body });
  return record === undefined ? undefined : JSON.stringify([url, codigoSeller, record]);
}
