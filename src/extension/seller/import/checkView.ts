import type { ImportRun } from "../../../seller/csv/run/importRunner.ts";
import type { ImportState } from "../../../shared/sellerPage/sellerImport.ts";
import type { CheckedFile } from "./importChecking.ts";

export function checkView(
  {
    id,
    result,
    problems,
    warnings,
    preview,
    desk,
    resumed,
    compared,
    notCompared,
    questions,
  }: CheckedFile,
  run: ImportRun | undefined,
): Partial<ImportState> {
  const { rows, valid, errorCount, warningCount } = result;
  return {
    check: {
      rows,
      valid,
      errorCount,
      warningCount,
      errors: problems.flatMap(({ level, line, text }) =>
        level === "error" ? [{ line, text }] : [],
      ),
      warnings: [...warnings],
      columns: preview.columns.map(({ title }) => title),
      previewed: preview.kept,
      leftOut: preview.leftOut,
      revision: `${id} ${preview.revision}`,
      questions: [...questions],
      ...(compared && { compared }),
      ...(notCompared !== undefined && { notCompared }),
    },
    environmentName: desk.profile.name,
    environmentKind: desk.profile.kind,
    resumed,
    ...(run && runView(run, rows, preview)),
  };
}

function runView(
  { notSeen, progress, refusal }: ImportRun,
  total: number,
  preview: CheckedFile["preview"],
): Partial<ImportState> {
  const named = [...notSeen, ...(refusal ? [refusal.line] : [])];
  return {
    counts: { total, ...progress },
    ...(notSeen.length > 0 && { notSeen: [...notSeen] }),
    ...(named.length > 0 && { subjects: preview.subjects(named) }),
    ...(refusal && { refusedLine: refusal.line }),
  };
}
