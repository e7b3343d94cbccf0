import { SellerError } from "../../../seller/client/sellerError.ts";
import { effectOf } from "../../../seller/csv/columns/comparison.ts";
import { exportRows } from "../../../seller/csv/columns/exportRows.ts";
import type { ImportCallId } from "../../../seller/csv/columns/importTarget.ts";
import { portalNow } from "../../../seller/csv/columns/portalNow.ts";
import type { JournalEntry } from "../../../seller/write/journalEntry.ts";
import type { ProductNames } from "../../../seller/write/productNames.ts";
import { inputOfRequest } from "../../../seller/write/requestInput.ts";
import { subjectOf } from "../../../seller/write/subject.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Fields } from "../../../shared/base/json.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import { importCallSchema } from "../../../shared/sellerPage/sellerImport.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { ProfileDesk, SellerDesks } from "../environments/sellerDesks.ts";
import { type CsvInput, madeFile } from "../import/csvInput.ts";
import type { ImportSession } from "../import/importSession.ts";
import type { JournalStore } from "../journalStore.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";
import { isOf, recordBefore, undoProblem } from "./undoForm.ts";

interface UndoImportDeps {
  readonly desks: Pick<SellerDesks, "desk">;
  readonly journal: JournalStore;
  readonly names: ProductNames;
  readonly session: ImportSession;
  readonly ui: Pick<SellerUi, "save">;
  readonly words: SellerWords;
  readonly clock: Clock;
  readonly showImport: () => void;
}

type Undo = Pick<Handlers<typeof sellerHostContract>, "undoImport">;
type Undone = Awaited<ReturnType<Undo["undoImport"]>>;

type Plan =
  | { readonly ok: true; readonly input: CsvInput; readonly leftOut: string }
  | { readonly ok: false; readonly message: string };

const maxReadMs = 120_000;
const pageSize = 500;

/** Undoes an import by another import, with the former values of all confirmed writes that are unchanged since. */
export function undoImportHandlers(deps: UndoImportDeps): Undo {
  return {
    undoImport: async ({ batch = deps.session.written?.batch, asFile = false }) => {
      const plan = await planOf(deps, batch);
      if (!plan.ok) {
        return plan;
      }
      return asFile ? await save(deps, plan) : await review(deps, plan);
    },
  };
}

async function review(
  { session, words, showImport }: UndoImportDeps,
  { input, leftOut }: Extract<Plan, { ok: true }>,
): Promise<Undone> {
  if (!(await session.take(input))) {
    return { ok: false, message: words.importUnderWay };
  }
  showImport();
  return { ok: true, message: leftOut };
}

async function save(
  { ui, words }: UndoImportDeps,
  { input, leftOut }: Extract<Plan, { ok: true }>,
): Promise<Undone> {
  return (await ui.save(`${input.name.replace(/\.csv$/iu, "")}.csv`, input.read()))
    ? { ok: true, message: [words.undo.saved(), leftOut].filter(Boolean).join(" ") }
    : { ok: false, message: words.declined };
}

async function planOf(deps: UndoImportDeps, batch: string | undefined): Promise<Plan> {
  const { desks, words, names } = deps;
  const desk = desks.desk();
  const [first] = batch === undefined ? [] : await pageOf(deps, batch, 0, 1);
  if (batch === undefined || !desk || !first) {
    return { ok: false, message: desk ? words.noSuchEntry : words.noEnvironment };
  }
  if (!isOf(first, desk.profile)) {
    return { ok: false, message: words.otherEnvironment(first.environment.name) };
  }
  const call = importCallSchema.safeParse(first.call).data;
  if (!call || call === "registerTracking") {
    return { ok: false, message: words.undo.impossible() };
  }
  const named = (input: ReturnType<typeof inputOfRequest>): string =>
    subjectOf(call, input, names.known(desk.client, call, input));
  const sorted = await sortedWrites(deps, { batch, call, desk, named });
  if ("error" in sorted) {
    return { ok: false, message: words.failure(sorted.error) };
  }
  const { records, ...left } = sorted;
  const leftOut = words.undo.leftOut(left);
  if (records.length === 0) {
    return { ok: false, message: [words.undo.impossible(), leftOut].filter(Boolean).join(" ") };
  }
  const text = [...exportRows(call, records.toReversed(), { delimiter: ";", decimal: "." })].join(
    "",
  );
  return { ok: true, input: madeFile(words.undo.name(fileOf(first)), text, named), leftOut };
}

interface Sorted {
  readonly records: readonly Fields[];
  readonly changed: readonly string[];
  readonly unconfirmed: readonly string[];
  readonly others: readonly string[];
}

async function sortedWrites(
  deps: UndoImportDeps,
  {
    batch,
    call,
    desk,
    named,
  }: {
    readonly batch: string;
    readonly call: Exclude<ImportCallId, "registerTracking">;
    readonly desk: ProfileDesk;
    readonly named: (input: ReturnType<typeof inputOfRequest>) => string;
  },
): Promise<Sorted | { readonly error: SellerError }> {
  const reading = { signal: AbortSignal.timeout(maxReadMs) };
  const present = await portalNow(desk.client, call, reading);
  if (!present.ok) {
    return { error: present.error ?? new SellerError("incomplete") };
  }
  const compared = { current: present.records, now: deps.clock.now() };
  const sorted = {
    records: [] as Fields[],
    changed: [] as string[],
    unconfirmed: [] as string[],
    others: [] as string[],
  };
  for (let offset = 0; ; offset += pageSize) {
    const entries = await pageOf(deps, batch, offset, pageSize);
    for (const entry of entries) {
      const input = inputOfRequest(entry);
      const problem = undoProblem(entry);
      if (problem === "notWritten") {
        continue;
      }
      if (entry.outcome !== "done") {
        sorted.unconfirmed.push(named(input));
      } else if (problem !== undefined) {
        sorted.others.push(named(input));
      } else if (effectOf(call, input, compared) === "same") {
        sorted.records.push(recordBefore(call, entry));
      } else {
        sorted.changed.push(named(input));
      }
    }
    if (entries.length < pageSize) {
      return sorted;
    }
  }
}

async function pageOf(
  { journal }: UndoImportDeps,
  batch: string,
  offset: number,
  count: number,
): Promise<readonly JournalEntry[]> {
  return (await journal.page({ search: "", offset, count, batch })).entries;
}

/** The file of an import; its origin is the file and the line. */
export function fileOf({ origin = "" }: Pick<JournalEntry, "origin">): string {
  return origin.replace(/:\d+$/u, "");
}
