import { doubledTitles, rivalColumns } from "../../../seller/csv/columns/importTarget.ts";
import type { ImportState } from "../../../shared/sellerPage/sellerImport.ts";
import type { SellerWords } from "../sellerWords.ts";
import { checkView } from "./checkView.ts";
import type { CheckedFile } from "./importChecking.ts";
import { type ChosenFile, importLabels, notUnderstood } from "./importPlan.ts";
import type { ImportProfiles } from "./importProfiles.ts";
import type { ImportWriting } from "./importWriting.ts";

export interface ImportParts {
  readonly stage: ImportState["stage"];
  readonly file: ChosenFile | undefined;
  readonly checked: CheckedFile | undefined;
  readonly writing: ImportWriting | undefined;
  readonly message: string | undefined;
  readonly profiles: ImportProfiles["view"];
}

export function importView(
  { stage, file, checked, writing, message, profiles }: ImportParts,
  words: SellerWords,
): ImportState {
  const run = writing?.current;
  const text = message ?? (run?.haltedBy && words.failure(run.haltedBy));
  return {
    stage: run?.isPaused === true ? "paused" : stage,
    ...fileView(file, words),
    ...(checked && checkView(checked, run)),
    ...(text !== undefined && { message: text }),
    ...profiles,
    hasFailedRows: writing?.hasFailedRows === true,
  };
}

/** Why a file cannot be imported: without its key columns no row can be identified. */
export function whyNotRead(file: ChosenFile, words: SellerWords): string | undefined {
  const columns = notUnderstood(file, words.language);
  const { call, mapping } = file.plan;
  const rivals = rivalColumns(call, mapping, file.header).map(({ field, titles }) =>
    words.rivalColumns(field.label[words.language], titles),
  );
  const questions = [...(file.codes ? [words.whoseCodes(file.codes)] : []), ...rivals];
  return columns && (questions.length > 0 ? questions.join(" ") : words.notUnderstood(columns));
}

function fileView(
  file: ChosenFile | undefined,
  words: SellerWords,
): Pick<ImportState, "file" | "plan" | "fields" | "doubled" | "canCheck"> {
  if (!file) {
    return { fields: [], canCheck: false };
  }
  const { input, header, plan } = file;
  const doubled = doubledTitles(plan.call, plan.mapping, header);
  return {
    file: {
      name: input.name,
      size: input.size,
      header: [...header],
      ...(input.subjectOf && { isMade: true }),
    },
    plan,
    fields: importLabels(plan.call, words.language),
    ...(doubled.length > 0 && { doubled: [...doubled] }),
    canCheck: whyNotRead(file, words) === undefined,
  };
}
