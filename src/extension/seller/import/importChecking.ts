import { SellerError } from "../../../seller/client/sellerError.ts";
import { type Problem, problemText } from "../../../seller/contract/problems.ts";
import { valueAt } from "../../../seller/contract/schemaFields.ts";
import type { RawInput } from "../../../seller/contract/validate.ts";
import {
  checkFile,
  type FileCheck,
  type WarningGroup,
} from "../../../seller/csv/check/checkFile.ts";
import { type PreparedRows, prepareRows } from "../../../seller/csv/check/rowPlan.ts";
import { comparedRow, type ComparedRows } from "../../../seller/csv/columns/comparison.ts";
import { importedColumns, platformCodeField } from "../../../seller/csv/columns/importTarget.ts";
import type { Catalogue } from "../../../seller/csv/columns/platformCodes.ts";
import { type PortalNow, portalNow } from "../../../seller/csv/columns/portalNow.ts";
import { fieldChanges } from "../../../seller/write/fieldChanges.ts";
import { riskOf } from "../../../seller/write/writeRisks.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type {
  ImportCall,
  ImportPlanView,
  ImportState,
} from "../../../shared/sellerPage/sellerImport.ts";
import type { ProfileDesk, SellerDesks } from "../environments/sellerDesks.ts";
import type { SellerWords } from "../sellerWords.ts";
import { type ChosenFile, importLabels } from "./importPlan.ts";
import type { ImportStorage, TidyAfter } from "./importStorage.ts";
import { type PreviewedRow, RowPreview } from "./rowPreview.ts";

export interface ShownProblem {
  readonly line: number;
  readonly level: "error" | "warning";
  readonly text: string;
}

export interface ShownWarning {
  readonly line: number;
  readonly count: number;
  readonly text: string;
}

export interface CheckedFile {
  readonly desk: ProfileDesk;
  readonly stamp: string;
  readonly id: string;
  readonly result: FileCheck;
  readonly problems: readonly ShownProblem[];
  /** Warnings are grouped, as many rows may have the same. */
  readonly warnings: readonly ShownWarning[];
  readonly questions: NonNullable<ImportState["check"]>["questions"];
  readonly resumed: number;
  readonly rowPlan: PreparedRows;
  readonly compared?: ComparedRows;
  readonly preview: RowPreview;
  readonly records?: number;
  readonly notCompared?: string;
  /** The portal's list could not be read, so the effect of the rows is unknown. */
  readonly isUnread: boolean;
}

export interface CheckingDeps {
  readonly storage: ImportStorage;
  readonly tidyAfter: TidyAfter;
  readonly words: SellerWords;
  readonly isKnownNcm: () => Promise<(code: string) => boolean>;
  readonly clock: Clock;
}

export async function checkedOrWhyNot(
  deps: CheckingDeps & { readonly desks: Pick<SellerDesks, "desk"> },
  file: ChosenFile,
  signal: AbortSignal,
): Promise<{ readonly checked?: CheckedFile; readonly message?: string }> {
  const { desks, words } = deps;
  const desk = desks.desk();
  if (!desk) {
    return { message: words.noEnvironment };
  }
  try {
    const checked = await checkChosenFile(deps, file, desk, signal);
    return checked.result.rows === 0 ? { checked, message: words.emptyFile } : { checked };
  } catch (error) {
    const isPortal = error instanceof SellerError;
    return { message: isPortal ? words.failure(error) : words.unreadableFile };
  }
}

/**
 * Rejects if the file cannot be read, or with the `SellerError` if the products whose codes it needs cannot be read.
 */
async function checkChosenFile(
  { storage, words, clock, tidyAfter, ...deps }: CheckingDeps,
  { input, header, plan }: ChosenFile,
  desk: ProfileDesk,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const { call } = plan;
  const onRecord = (): void => tidyAfter("read");
  const now = await portalNow(desk.client, call, { signal, onRecord });
  const at = clock.now();
  const compared = { added: 0, changed: 0, same: 0 };
  const preview = new RowPreview(importedColumns(call, plan.mapping, header));
  const stamp = await input.stamp();
  const { rowPlan, catalogue } = await prepareRows({
    read: () => tapped(input.read(), () => undefined, signal),
    plan,
    environment: desk.profile,
    client: desk.client,
    signal,
    isKnownNcm: await deps.isKnownNcm(),
    onRow: onRecord,
  });
  const hash = storage.hash();
  const source = tapped(input.read(), (bytes) => hash.update(bytes), signal);
  const result = await checkFile(source, plan.format, {
    plan: rowPlan,
    header,
    onRow: (row) => {
      const previewed = row.input && previewedRow(call, row.input, now, at);
      if (previewed && row.isRepeat !== true && previewed.effect !== "unknown") {
        compared[previewed.effect] += 1;
      }
      const [error] = row.errors;
      const name = row.input && catalogue && nameOf(call, row.input, catalogue);
      const note = error ? problemText(error, words.language) : name;
      const subject = row.input && input.subjectOf?.(row.input);
      preview.add(row, previewed, { note, subject });
      tidyAfter("read");
    },
  });
  hash.update(JSON.stringify([plan, desk.profile.id, desk.profile.baseUrl]));
  const id = hash.digest();
  return {
    desk,
    stamp,
    id,
    result,
    ...shownProblems(result, plan, words),
    resumed: await storage.earlier(id),
    rowPlan,
    preview,
    isUnread: !now.ok && now.error !== undefined,
    ...(now.ok ? { compared, records: now.count } : { notCompared: words.notCompared(now.error) }),
  };
}

function nameOf(call: ImportCall, input: RawInput, { names }: Catalogue): string | undefined {
  const code = valueAt(input, platformCodeField(call)?.path ?? []);
  return typeof code === "number" ? names.get(code) : undefined;
}

function previewedRow(
  call: ImportCall,
  input: RawInput,
  portal: PortalNow,
  now: number,
): PreviewedRow {
  const { effect, changes, records } = portal.ok
    ? comparedRow(call, input, { current: portal.records, now })
    : { effect: "unknown" as const, changes: fieldChanges(call, input, []), records: [] };
  return { effect, changes, risk: riskOf(call, input, { records, now }) };
}

function shownProblems(
  { problems, warnings, questions }: FileCheck,
  { call }: ImportPlanView,
  words: SellerWords,
): Pick<CheckedFile, "problems" | "warnings" | "questions"> {
  const labels = new Map(
    importLabels(call, words.language).map(({ name, label }) => [name, label]),
  );
  const labelOf = ({ path }: Problem): string => labels.get(path) ?? "";
  const textOf = (problem: Problem, label = labelOf(problem)): string =>
    words.importProblem(label, problemText(problem, words.language));
  return {
    questions: questions.map(({ code, path, text, count }) => ({
      code,
      field: path,
      label: labels.get(path) ?? path,
      text: text.trim().slice(0, 100),
      count,
    })),
    problems: problems.map(({ line, level, ...problem }) => ({
      line,
      level,
      text: textOf(problem),
    })),
    warnings: alikeWarnings(warnings, words.language).map(([first, ...others]) => ({
      line: first.firstLine,
      count: first.count,
      text: textOf(first, [first, ...others].map(labelOf).join(", ")),
    })),
  };
}

type AlikeWarnings = readonly [WarningGroup, ...WarningGroup[]];

/** Groups columns with the same warning in the same rows, such as empty columns. */
function alikeWarnings(
  warnings: readonly WarningGroup[],
  language: SellerWords["language"],
): readonly AlikeWarnings[] {
  const groups = new Map<string, AlikeWarnings>();
  for (const warning of warnings) {
    const { firstLine, count } = warning;
    const key = JSON.stringify([firstLine, count, problemText(warning, language)]);
    const known = groups.get(key);
    groups.set(key, known ? [...known, warning] : [warning]);
  }
  return [...groups.values()];
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
