import * as vscode from "vscode";

import type { ListCallId, SellerClient } from "../../seller/client/sellerClient.ts";
import { SellerError } from "../../seller/client/sellerError.ts";
import { fieldsOfList } from "../../seller/contract/lists/knownNames.ts";
import { type ListChoice, readChosen } from "../../seller/contract/lists/listChoice.ts";
import {
  guessedColumns,
  type ListColumn,
  listColumns,
  listPlaces,
} from "../../seller/contract/lists/listPlaces.ts";
import { plain } from "./environments/environmentAssistant.ts";
import { withListChoice } from "./environments/environments.ts";
import { environmentsSetting } from "./environments/environmentsSetting.ts";
import type { SellerDesks } from "./environments/sellerDesks.ts";
import { sellerWords } from "./sellerWords.ts";

const { l10n } = vscode;

/** Shows the first entries as they will be read, then stores the choice in the environment's setting. */
export async function chooseList(desks: SellerDesks, list: ListCallId): Promise<void> {
  const desk = desks.desk();
  if (!desk || desk.profile.isLocal) {
    void vscode.window.showInformationMessage(
      desk ? l10n.t("The sandbox of the local hub needs no choice.") : sellerWords.noEnvironment,
    );
    return;
  }
  if (environmentsSetting.refusesChange()) {
    return;
  }
  const { id, lists } = desk.profile;
  const keep = async (choice: ListChoice | undefined): Promise<void> =>
    await keepChoice(id, list, choice);
  const answer = await firstAnswer(desk.client, list);
  if (answer instanceof SellerError) {
    if (await isForgotten(answer, lists?.[list] !== undefined)) {
      await keep(undefined);
    }
    return;
  }
  const choice = await askChoice(list, answer, lists?.[list] !== undefined);
  if (choice) {
    await keep(choice === "forget" ? undefined : choice);
  }
}

async function askChoice(
  list: ListCallId,
  answer: unknown,
  isChosen: boolean,
): Promise<ListChoice | "forget" | undefined> {
  for (;;) {
    const path = await askPlace(answer, isChosen);
    const choice = path && path !== "forget" ? await askFields(list, answer, path) : path;
    if (choice !== "back") {
      return choice;
    }
  }
}

export async function forgetListChoice(desks: SellerDesks, list: ListCallId): Promise<void> {
  const desk = desks.desk();
  if (desk && !desk.profile.isLocal) {
    await keepChoice(desk.profile.id, list, undefined);
  }
}

async function keepChoice(
  id: string,
  list: ListCallId,
  choice: ListChoice | undefined,
): Promise<void> {
  await environmentsSetting.set(withListChoice(environmentsSetting.get(), id, { list, choice }));
}

async function firstAnswer(
  client: Pick<SellerClient, "listAnswer">,
  list: ListCallId,
): Promise<unknown> {
  const stop = new AbortController();
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t("Reading the first page of the list…"),
    cancellable: true,
  };
  return await vscode.window.withProgress(options, async (_, token) => {
    token.onCancellationRequested(() => stop.abort());
    return await client.listAnswer(list, { signal: stop.signal }).catch(failureOf);
  });
}

async function askPlace(
  answer: unknown,
  isChosen: boolean,
): Promise<readonly string[] | "forget" | undefined> {
  const places = listPlaces(answer).map(({ path, count, first }) => ({
    label: path.length === 0 ? l10n.t("The answer itself") : pathText(path),
    description: count === 1 ? l10n.t("1 entry") : l10n.t("{0} entries", count),
    detail: plain(first),
    value: path,
  }));
  if (places.length === 0) {
    void vscode.window.showWarningMessage(l10n.t("No list was found anywhere in this answer."));
  }
  const forget = { label: `$(trash) ${l10n.t("Forget the choice")}`, value: "forget" as const };
  const items = [...places, ...(isChosen ? [forget] : [])];
  return items.length === 0
    ? undefined
    : (await vscode.window.showQuickPick(items, { title: l10n.t("Where is the list?") }))?.value;
}

async function askFields(
  list: ListCallId,
  answer: unknown,
  path: readonly string[],
): Promise<ListChoice | "back" | undefined> {
  const columns = listColumns(answer, path);
  const chosen = new Map<string, ListColumn>();
  for (const field of fieldsOfList(list)) {
    const guess = guessedColumns(field, columns);
    const [first] = guess.columns;
    if (first && guess.isAlike) {
      chosen.set(field, first);
    }
  }
  for (;;) {
    const fields = Object.fromEntries([...chosen].map(([name, from]) => [name, [...from.path]]));
    const choice: ListChoice = { path: [...path], fields };
    const picked = await askNext(list, { chosen, rows: readChosen(answer, choice) ?? [] });
    if (picked === undefined || picked === "back") {
      return picked;
    }
    if (picked === "use") {
      return choice;
    }
    const column = await askColumn(picked, columns);
    if (column === "none") {
      chosen.delete(picked);
    } else if (column) {
      chosen.set(picked, column);
    }
  }
}

interface Shown {
  readonly chosen: ReadonlyMap<string, ListColumn>;
  readonly rows: readonly unknown[];
}

async function askNext(list: ListCallId, { chosen, rows }: Shown): Promise<string | undefined> {
  const preview = rows
    .slice(0, 3)
    .map((row) => plain(JSON.stringify(row).slice(0, 200)))
    .join(" · ");
  const use = { label: `$(check) ${l10n.t("Use it")}`, detail: preview, value: "use" };
  const back = { label: `$(arrow-left) ${l10n.t("Back")}`, value: "back" };
  const fields = fieldsOfList(list).map((field) => {
    const column = chosen.get(field);
    return {
      label: field,
      description: column
        ? `${pathText(column.path)} · ${plain(column.sample)}`
        : l10n.t("not chosen"),
      value: field,
    };
  });
  const title = l10n.t("Check the fields. Choose one to change it.");
  const items = [...(chosen.size > 0 && rows.length > 0 ? [use] : []), ...fields, back];
  const options = { title, matchOnDescription: true, ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(items, options))?.value;
}

async function askColumn(
  field: string,
  columns: readonly ListColumn[],
): Promise<ListColumn | "none" | undefined> {
  const none = { label: l10n.t("Not in the answer"), value: "none" as const };
  const items = guessedColumns(field, columns).columns.map((column) => ({
    label: pathText(column.path),
    description: plain(column.sample),
    value: column,
  }));
  return (await vscode.window.showQuickPick([...items, none], { title: field }))?.value;
}

/** The path as text, in which names from the portal cannot become icons, links or lines. */
function pathText(path: readonly string[]): string {
  return plain(path.join(" › ").slice(0, 200));
}

function failureOf(error: unknown): SellerError {
  if (error instanceof SellerError) {
    return error;
  }
  throw error;
}

/** Reports why a reading failed, unless the person stopped it. True if the person removes the choice. */
async function isForgotten(failure: SellerError, isChosen: boolean): Promise<boolean> {
  if (failure.kind === "cancelled") {
    return false;
  }
  const forget = l10n.t("Forget the choice");
  const text = plain(sellerWords.failure(failure));
  const offered = isChosen ? [forget] : [];
  return (await vscode.window.showWarningMessage(text, ...offered)) === forget;
}
