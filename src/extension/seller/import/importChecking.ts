import { problemText } from "../../../seller/contract/problems.ts";
import { checkFile, type FileCheck } from "../../../seller/csv/checkFile.ts";
import { type ComparedRows, effectOf } from "../../../seller/csv/comparison.ts";
import { platformCodesFor } from "../../../seller/csv/platformCodes.ts";
import { RiskCount, type WriteRisks } from "../../../seller/write/writeRisks.ts";
import type { ImportPlanView } from "../../../shared/sellerPage/sellerImport.ts";
import type { ProfileDesk } from "../sellerDesks.ts";
import type { SellerWords } from "../sellerWords.ts";
import { type ChosenFile, importLabels } from "./importPlan.ts";
import type { ImportStorage } from "./importStorage.ts";
import { portalNow } from "./portalNow.ts";

/** A problem for the editor's list of problems, on its line of the file. */
export interface ShownProblem {
  readonly line: number;
  readonly level: "error" | "warning";
  readonly text: string;
}

/** A checked file, which may be written as long as nothing in it changes. */
export interface CheckedFile {
  readonly desk: ProfileDesk;
  /** The file's stamp before it was read. */
  readonly stamp: string;
  /** Identifies this content with this plan at this environment. */
  readonly id: string;
  readonly result: FileCheck;
  readonly problems: readonly ShownProblem[];
  /** Number of rows that an earlier, unfinished run handled. */
  readonly resumed: number;
  /** What the check of a row needs; the rows are checked again as they are written. */
  readonly rowPlan: Parameters<typeof checkFile>[2]["plan"];
  /** Absent if the portal's records are not known. */
  readonly compared?: ComparedRows;
  readonly risks: WriteRisks;
  /** Number of records that the portal has of this kind, if it is known. */
  readonly records?: number;
  /** The reason why `compared` is absent. */
  readonly notCompared?: string;
}

export interface CheckingDeps {
  readonly storage: ImportStorage;
  readonly words: SellerWords;
  readonly isKnownNcm: () => Promise<(code: string) => boolean>;
}

/**
 * Reads the portal's records, and the whole file once. Rejects if the file cannot be read, or with
 * the `SellerError` if the portal's products cannot be read whose codes it needs; stops early when
 * the signal aborts.
 */
export async function checkChosenFile(
  { storage, words, ...deps }: CheckingDeps,
  { input, header, plan }: ChosenFile,
  desk: ProfileDesk,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const { call } = plan;
  const rowPlan = {
    ...planOf(plan, desk),
    isKnownNcm: await deps.isKnownNcm(),
    platformCodes: await platformCodesFor(desk.client, plan, { signal }),
  };
  const now = await portalNow(desk.client, call, signal);
  const compared = { added: 0, changed: 0, same: 0 };
  const risks = new RiskCount();
  const stamp = await input.stamp();
  const hash = storage.hash();
  const source = tapped(input.read(), (bytes) => hash.update(bytes), signal);
  const result = await checkFile(source, plan.format, {
    plan: rowPlan,
    header,
    onRow: ({ input: row }) => {
      if (row) {
        risks.add(call, row, now.ok ? now.records.matching(row) : []);
      }
      if (row && now.ok) {
        compared[effectOf(call, { input: row }, now.records)] += 1;
      }
    },
  });
  hash.update(JSON.stringify([plan, desk.profile.id, desk.profile.baseUrl]));
  const id = hash.digest();
  return {
    desk,
    stamp,
    id,
    result,
    problems: shownProblems(result, plan, words),
    resumed: await storage.earlier(id),
    rowPlan,
    risks,
    ...(now.ok ? { compared, records: now.count } : { notCompared: words.notCompared(now.error) }),
  };
}

function planOf(
  { call, mapping }: ImportPlanView,
  { profile }: ProfileDesk,
): Pick<CheckedFile["rowPlan"], "call" | "mapping" | "codigoSeller" | "codigoUsuario"> {
  const { codigoSeller, codigoUsuario } = profile;
  return { call, mapping, codigoSeller, ...(codigoUsuario !== undefined && { codigoUsuario }) };
}

function shownProblems(
  { problems }: FileCheck,
  { call }: ImportPlanView,
  words: SellerWords,
): readonly ShownProblem[] {
  const labels = new Map(
    importLabels(call, words.language).map(({ name, label }) => [name, label]),
  );
  return problems.map(({ line, level, ...problem }) => {
    const text = problemText(problem, words.language);
    return { line, level, text: words.importProblem(labels.get(problem.path) ?? "", text) };
  });
}

async function* tapped(
  source: AsyncIterable<Uint8Array>,
  tap: (bytes: Uint8Array) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    if (signal.aborted) {
      return;
    }
    tap(bytes);
    yield bytes;
  }
}
