import * as vscode from "vscode";

import type { Mismatch } from "../../seller/client/environment.ts";
import type { SellerError } from "../../seller/client/sellerError.ts";
import type { CodeReadings } from "../../seller/csv/check/codeReadings.ts";
import type { SeenAfter } from "../../seller/csv/run/complainedRows.ts";
import type { ImportHolder } from "../../seller/csv/run/importLock.ts";
import type { WriteRisks } from "../../seller/write/writeRisks.ts";
import type { FormId, SellerListId } from "../../shared/sellerPage/sellerState.ts";
import { wordsLocale } from "../editor/locale.ts";
import { whoseCodes } from "./codesQuestion.ts";
import type { ProfileProblem, SellerProfile } from "./environments/environments.ts";
import { failureText, kindText, mismatchText, sentenceOf } from "./failureSentences.ts";
import type { NotUnderstood } from "./import/importPlan.ts";
import { type UndoWords, undoWords } from "./undoWords.ts";

const { l10n } = vscode;

export interface SellerWords {
  readonly language: "en" | "ptBr";
  failure(error: SellerError): string;
  failureKind(kind: string): string | undefined;
  mismatch(mismatches: readonly Mismatch[]): string;
  profileProblem(problem: ProfileProblem): string;
  act(call: FormId, subject: string, environment: SellerProfile): string;
  readonly noEnvironment: string;
  readonly stalePlan: string;
  readonly declined: string;
  readonly notNoted: string;
  readonly done: string;
  readonly accepted: string;
  readonly unknownOutcome: string;
  readonly noSuchEntry: string;
  validUntil(at: number): string;
  importProblem(field: string, text: string): string;
  readonly fileChanged: string;
  readonly emptyFile: string;
  readonly unreadableFile: string;
  readonly workbook: string;
  readonly profileNotSaved: string;
  notUnderstood(columns: NotUnderstood): string;
  rivalColumns(field: string, titles: readonly string[]): string;
  whoseCodes(readings: readonly CodeReadings[]): string;
  readonly environmentChanged: string;
  readonly importBrokeOff: string;
  importElsewhere(holder: ImportHolder): string;
  /** Why records could not be compared; without an error, the portal has no list of them. */
  notCompared(error: SellerError | undefined): string;
  importAct(rows: number, environment: SellerProfile): string;
  risks(risks: WriteRisks): string;
  seenAfter(seen: SeenAfter): string;
  readonly finalAct: string;
  otherEnvironment(name: string): string;
  readonly undo: UndoWords;
  bulkName(list: SellerListId): string;
  trackingName(count: number): string;
  orderSubject(numeroPedido: string): string;
  noTracking(line: string): string;
  readonly noBulk: string;
  readonly importUnderWay: string;
  readonly listChanged: string;
  largeShare(rows: number, records: number): string;
}

export const sellerWords: SellerWords = {
  get language() {
    return wordsLocale() === "pt-br" ? "ptBr" : "en";
  },
  failure: failureText,
  failureKind: kindText,
  mismatch: (mismatches) => mismatches.map(mismatchText).join(" "),
  profileProblem,
  act,
  notCompared: (error) =>
    error
      ? l10n.t(
          "The rows could not be compared with what the portal has now, so all of them would be written. {0}",
          sentenceOf(error),
        )
      : l10n.t("The portal has no list of these to compare with, so all of them would be written."),
  get noEnvironment() {
    return l10n.t("Choose an environment of the seller portal first.");
  },
  get stalePlan() {
    return l10n.t("The environment was changed since; check the change again before it is sent.");
  },
  get declined() {
    return l10n.t("Nothing was sent.");
  },
  get notNoted() {
    return l10n.t(
      "Nothing was sent, because the journal cannot be written: the disk may be full or read-only.",
    );
  },
  get done() {
    return l10n.t("The portal's answer confirms the write.");
  },
  get accepted() {
    return l10n.t("The portal accepted it. No reading shows the result yet.");
  },
  get unknownOutcome() {
    return l10n.t(
      "It is unknown whether the portal executed the write. It was not sent again: check the portal's present record.",
    );
  },
  get noSuchEntry() {
    return l10n.t("This entry is no longer there.");
  },
  validUntil: (at) =>
    l10n.t("Token valid until {0}", new Date(at).toLocaleString(vscode.env.language)),
  importProblem: (field, text) => (field === "" ? text : `${field}: ${text}`),
  get fileChanged() {
    return l10n.t("The file was changed after it was checked. Check it again.");
  },
  get emptyFile() {
    return l10n.t("The file has no rows.");
  },
  get unreadableFile() {
    return l10n.t("The file cannot be read.");
  },
  get profileNotSaved() {
    return l10n.t("The profile cannot be saved.");
  },
  get workbook() {
    return l10n.t(
      "This is a workbook (.xlsx, .xls or .ods), not a CSV file. Save its sheet as CSV and choose that file. Excel: File > Save As > CSV UTF-8. LibreOffice: File > Save As > Text CSV, character set Unicode (UTF-8).",
    );
  },
  notUnderstood: ({ found, missing, expected }) =>
    l10n.t(
      "Nothing can be imported yet: no column for {0} was found. The file has the columns {1}; expected are at least {2}. Choose the columns below, or rename them in the file.",
      missing.join(", "),
      shortList(found),
      expected.join(", "),
    ),
  rivalColumns: (field, titles) =>
    l10n.t(
      "{0}: which column is it? It may be any of {1}. Choose it below.",
      field,
      shortList(titles),
    ),
  whoseCodes,
  get environmentChanged() {
    return l10n.t("Another environment is chosen now. Check the file again.");
  },
  get importBrokeOff() {
    return l10n.t(
      "The import stopped: the file or the journal cannot be used any more. The written rows are in the journal; check the file again to continue.",
    );
  },
  importElsewhere: ({ file, machine, pid, since }) =>
    l10n.t(
      "Nothing was sent: {0} is being imported into this environment since {1} (process {2} on {3}). Try again when it has ended.",
      file,
      new Date(since).toLocaleTimeString(vscode.env.language),
      pid,
      machine,
    ),
  seenAfter: (seen) => {
    if (seen === "cancelled") {
      return l10n.t("The portal's present values were not read afterwards, because you cancelled.");
    }
    return seen === "notRead"
      ? l10n.t("The portal's present values could not be read afterwards.")
      : l10n.t("A reading afterwards does not show the values.");
  },
  risks: ({
    zeroStock,
    lostCharacters,
    priceJumps,
    largestJump,
    calmPriceChange,
    unknownPrices,
    stockJumps,
    stockJump,
    calmStockChange,
  }) =>
    [
      ...(lostCharacters > 0
        ? [
            l10n.t(
              "Texts with lost characters (\uFFFD): {0}. They would be written like this.",
              lostCharacters,
            ),
          ]
        : []),
      ...(zeroStock > 0
        ? [l10n.t("Stocks that go to zero: {0}. These products can no longer be sold.", zeroStock)]
        : []),
      ...(stockJump
        ? [
            l10n.t(
              "Stocks that change by more than {0} % or to below a tenth: {1}, the first of them from {2} to {3}.",
              calmStockChange,
              stockJumps,
              stockJump.before,
              stockJump.after,
            ),
          ]
        : []),
      ...(priceJumps > 0
        ? [
            l10n.t(
              "Prices that change by more than {0} %: {1}. The largest change is {2} %.",
              calmPriceChange,
              priceJumps,
              Number.isFinite(largestJump) ? Math.round(largestJump) : "∞",
            ),
          ]
        : []),
      ...(unknownPrices > 0
        ? [
            l10n.t(
              "Prices that the portal does not have yet: {0}. The size of these changes is unknown.",
              unknownPrices,
            ),
          ]
        : []),
    ].join(" "),
  get finalAct() {
    return l10n.t("The portal has no call that undoes this.");
  },
  otherEnvironment: (name) =>
    l10n.t("This was written in {0}. Choose that environment first.", name),
  undo: undoWords,
  bulkName: (list) => (list === "listStock" ? l10n.t("Changed stock") : l10n.t("Changed prices")),
  trackingName: (count) => l10n.t("Tracking of orders: {0}", count),
  orderSubject: (numeroPedido) => l10n.t("Order {0}", numeroPedido),
  noTracking: (line) =>
    line === ""
      ? l10n.t(
          "Nothing was prepared: type one order in each line, its number and then its tracking code.",
        )
      : l10n.t(
          "Nothing was prepared: “{0}” has no order number, or neither a tracking code nor a status.",
          line,
        ),
  get noBulk() {
    return l10n.t("Nothing was prepared: type a number, and choose rows that have a value.");
  },
  get importUnderWay() {
    return l10n.t(
      "Nothing was prepared: an import is still writing. Let it finish or cancel it, then change the rows.",
    );
  },
  get listChanged() {
    return l10n.t(
      "Nothing was prepared: some of these rows are no longer in the portal's list. Refresh the list and choose them again.",
    );
  },
  largeShare: (rows, records) =>
    l10n.t("{0} rows would be written; the portal has {1} records of this kind.", rows, records),
  importAct: (rows, { name }) => l10n.t("Write {0} rows in {1}", rows, name),
};

const maxTitles = 12;

/** The first titles, because an unknown file may have any number. */
function shortList(titles: readonly string[]): string {
  const shown = titles.slice(0, maxTitles).map((title) => `"${title.trim().slice(0, 40)}"`);
  return [...shown, ...(titles.length > maxTitles ? ["…"] : [])].join(", ");
}

function profileProblem({ entry, field, reason }: ProfileProblem): string {
  switch (reason) {
    case "address":
      return l10n.t(
        "aiHub.seller.environments, entry {0}: baseUrl must be https, or http on this machine.",
        entry,
      );
    case "duplicate":
      return l10n.t("aiHub.seller.environments, entry {0}: this id is taken.", entry);
    case "tooMany":
      return l10n.t("aiHub.seller.environments has too many entries; the rest is left out.");
    default:
      return field === ""
        ? l10n.t("aiHub.seller.environments, entry {0}: this is not an environment.", entry)
        : l10n.t("aiHub.seller.environments, entry {0}: {1} is missing or wrong.", entry, field);
  }
}

function act(call: FormId, subject: string, { name }: SellerProfile): string {
  switch (call) {
    case "saveProduct":
      return l10n.t("Save product {0} in {1}", subject, name);
    case "updateStock":
      return l10n.t("Set stock of {0} in {1}", subject, name);
    case "savePrice":
      return l10n.t("Save price of {0} in {1}", subject, name);
    case "saveDeliveryTerm":
      return l10n.t("Save delivery term of {0} in {1}", subject, name);
    case "saveMinimumOrder":
      return l10n.t("Save minimum order of {0} in {1}", subject, name);
    case "registerTracking":
      return l10n.t("Register tracking of order {0} in {1}", subject, name);
    case "cancelOrder":
      return l10n.t("Cancel order {0} in {1}", subject, name);
    default:
      return call satisfies never;
  }
}
