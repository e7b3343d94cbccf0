import { SellerError } from "../../../seller/client/sellerError.ts";
import {
  type SnippetLanguage,
  snippetLanguages,
  snippetOf,
  type SnippetRequest,
} from "../../../seller/client/snippet.ts";
import { sellerCall, sellerCalls } from "../../../seller/contract/calls.ts";
import { toolInput } from "../../../seller/contract/toolSchemas.ts";
import { csvHeader, csvLine } from "../../../seller/csv/read/csvWriter.ts";
import { isOpen, type JournalEntry, seenEntry } from "../../../seller/write/journalEntry.ts";
import { currentChanges, isThere } from "../../../seller/write/plannedWrite.ts";
import type { ProductNames } from "../../../seller/write/productNames.ts";
import { inputOfRequest } from "../../../seller/write/requestInput.ts";
import { subjectOf } from "../../../seller/write/subject.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import type { JournalPage, JournalView } from "../../../shared/sellerPage/sellerJournal.ts";
import type {
  Done,
  sellerHostContract,
  SnippetSource,
} from "../../../shared/sellerPage/sellerProtocol.ts";
import type { RecheckResult, UndoResult } from "../../../shared/sellerPage/sellerState.ts";
import { inertCell } from "../../../shared/text/csvCell.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import type { JournalQuery, JournalStore } from "../journalStore.ts";
import { readForm } from "../sellerForms.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";
import { messageOf } from "./failedReads.ts";
import { changesView } from "./planView.ts";
import { isOf, undoForm, undoProblem } from "./undoForm.ts";
import { fileOf } from "./undoImport.ts";

export interface JournalHandlersDeps {
  readonly desks: SellerDesks;
  readonly journal: JournalStore;
  readonly ui: Pick<SellerUi, "copy" | "save" | "showText" | "activeLanguage">;
  readonly words: SellerWords;
  readonly names: ProductNames;
}

type Journal = Pick<
  Handlers<typeof sellerHostContract>,
  "readJournal" | "openUndo" | "exportJournal" | "snippet" | "lookAgain"
>;

const pageSize = 100;
const maxLookMs = 120_000;

export function journalHandlers(deps: JournalHandlersDeps): Journal {
  return {
    readJournal: (query) => readJournal(deps, query),
    openUndo: ({ id }) => openUndo(deps, id),
    lookAgain: ({ id }) => lookAgain(deps, id),
    exportJournal: ({ format }) => exportJournal(deps, format),
    snippet: async ({ source, language, to }) => {
      const { ui, words } = deps;
      const request = await requestOf(deps, source).catch((error: unknown) =>
        messageOf(error, words),
      );
      if (typeof request === "string") {
        return { ok: false, message: request };
      }
      const chosen = language ?? languageOf(ui.activeLanguage());
      const text = snippetOf(request, chosen);
      await (to === "clipboard" ? ui.copy(text) : ui.showText(text, editorLanguages[chosen]));
      return { ok: true };
    },
  };
}

async function readJournal(
  deps: JournalHandlersDeps,
  query: Omit<JournalQuery, "count">,
): Promise<JournalPage> {
  const page = await deps.journal.page({
    ...query,
    search: query.search.trim(),
    count: pageSize,
  });
  const { matching, batches } = page;
  return { matching, entries: page.entries.map((entry) => viewOf(entry, deps, batches)) };
}

function viewOf(
  entry: JournalEntry,
  deps: JournalHandlersDeps,
  batches: ReadonlyMap<string, number>,
): JournalView {
  const { words } = deps;
  const { id, at, environment, source, origin, call, method, url, failure, requestId } = entry;
  const reason = failure === undefined ? undefined : words.failureKind(failure);
  return {
    id,
    at,
    environmentName: environment.name,
    environmentKind: environment.kind,
    source,
    ...(origin !== undefined && { origin }),
    ...batchOf(entry, batches),
    title: sellerCall(call).title[words.language],
    subject: entry.subject ?? subjectNow(entry, deps),
    canUndo: undoProblem(entry) === undefined,
    method,
    url,
    outcome: entry.outcome === "sending" ? "unknown" : entry.outcome,
    ...(entry.isSeen !== undefined && { isSeen: entry.isSeen }),
    canLook: isOpen(entry),
    ...(reason !== undefined && { reason }),
    ...(requestId !== undefined && { requestId }),
    ...(entry.said !== undefined && { said: entry.said }),
    ...(entry.answer !== undefined && { answer: entry.answer }),
    ...(entry.status !== undefined && { status: entry.status }),
    changes: changesView(call, entry.changes, words),
  };
}

function batchOf(
  entry: JournalEntry,
  batches: ReadonlyMap<string, number>,
): Pick<JournalView, "batch"> {
  const { batch: id } = entry;
  return id === undefined
    ? {}
    : { batch: { id, name: fileOf(entry), count: batches.get(id) ?? 1 } };
}

/** Reads the portal for a write with an unseen outcome, and notes it if it is there. */
async function lookAgain(
  { desks, journal, words }: JournalHandlersDeps,
  id: string,
): Promise<RecheckResult> {
  const entry = await journal.find(id);
  const desk = desks.desk();
  if (!entry || !desk) {
    return { ok: false, message: entry ? words.noEnvironment : words.noSuchEntry };
  }
  if (!isOf(entry, desk.profile)) {
    return { ok: false, message: words.otherEnvironment(entry.environment.name) };
  }
  try {
    const signal = AbortSignal.timeout(maxLookMs);
    const input = inputOfRequest(entry);
    const changes = await currentChanges(desk.client, entry.call, input, { signal });
    const isSeen = isThere(changes);
    if (isSeen && isOpen(entry)) {
      await journal.append(seenEntry(entry));
    }
    return { ok: true, isThere: isSeen, changes: changesView(entry.call, changes, words) };
  } catch (error) {
    return { ok: false, message: messageOf(error, words) };
  }
}

/** The names of an entry's record now, because an import's writes have no names. */
function subjectNow(entry: JournalEntry, { desks, names }: JournalHandlersDeps): string {
  const desk = desks.desk();
  const input = inputOfRequest(entry);
  const isHere = desk && isOf(entry, desk.profile);
  const name = isHere ? names.known(desk.client, entry.call, input) : undefined;
  return subjectOf(entry.call, input, name);
}

async function openUndo(
  { desks, journal, words }: JournalHandlersDeps,
  id: string,
): Promise<UndoResult> {
  const entry = await journal.find(id);
  const profile = desks.desk()?.profile;
  if (!entry || !profile) {
    return { ok: false, message: entry ? words.noEnvironment : words.noSuchEntry };
  }
  if (!isOf(entry, profile)) {
    return { ok: false, message: words.otherEnvironment(entry.environment.name) };
  }
  const form = undoForm(entry, profile, words);
  return form ? { ok: true, form } : { ok: false, message: words.undo.impossible() };
}

async function exportJournal(
  { journal, ui, words }: JournalHandlersDeps,
  format: "csv" | "json",
): Promise<Done> {
  const entries = journal.entries();
  const content = format === "json" ? jsonOf(entries) : csvOf(entries, words);
  return (await ui.save(`seller-journal.${format}`, content))
    ? { ok: true }
    : { ok: false, message: words.declined };
}

async function* jsonOf(entries: AsyncIterable<JournalEntry>): AsyncGenerator<string> {
  yield "[\n";
  let separator = "";
  for await (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ",\n";
  }
  yield "\n]\n";
}

const csvColumns = [
  "at",
  "environment",
  "kind",
  "codigoSeller",
  "source",
  "origin",
  "call",
  "method",
  "url",
  "body",
  "before",
  "after",
  "outcome",
  "failure",
  "status",
  "requestId",
  "said",
  "answer",
] as const;

async function* csvOf(
  entries: AsyncIterable<JournalEntry>,
  { language }: SellerWords,
): AsyncGenerator<string> {
  const delimiter = language === "ptBr" ? ";" : ",";
  yield csvHeader(csvColumns, delimiter);
  for await (const { at, environment, changes, ...entry } of entries) {
    const side = (of: "before" | "after"): string =>
      JSON.stringify(Object.fromEntries(changes.map((change) => [change.name, change[of]])));
    const cells = [
      new Date(at).toISOString(),
      environment.name,
      environment.kind,
      environment.codigoSeller,
      entry.source,
      entry.origin,
      entry.call,
      entry.method,
      entry.url,
      entry.body,
      side("before"),
      side("after"),
      entry.outcome,
      entry.failure,
      entry.status,
      entry.requestId,
      entry.said,
      entry.answer,
    ];
    yield csvLine(
      cells.map((cell) => inertCell(cell === undefined ? "" : String(cell))),
      delimiter,
    );
  }
}

async function requestOf(
  { desks, journal, words }: JournalHandlersDeps,
  source: SnippetSource,
): Promise<SnippetRequest | string> {
  if (source.kind === "journal") {
    return (await journal.find(source.id)) ?? words.noSuchEntry;
  }
  const desk = desks.desk();
  if (!desk) {
    return words.noEnvironment;
  }
  const { client, profile } = desk;
  switch (source.kind) {
    case "token":
      return {
        call: "getToken",
        method: "POST",
        url: profile.baseUrl + sellerCalls.getToken.path,
      };
    case "list":
      return client.prepare(source.list, toolInput(source.list, {}, profile));
    case "order":
      return client.prepare("getOrder", { parameters: { numeroPedido: source.numeroPedido } });
    default: {
      const { language } = words;
      const { input, problems } = readForm(source.call, source.values, { profile, language });
      return problems.length > 0
        ? words.failure(new SellerError("invalid"))
        : client.prepare(source.call, input);
    }
  }
}

const editorLanguages: Readonly<Record<SnippetLanguage, string>> = {
  curl: "shellscript",
  typescript: "typescript",
  python: "python",
  java: "java",
};

function languageOf(editorLanguage: string | undefined): SnippetLanguage {
  const known = editorLanguage?.replace(/^(?:java|type)script(?:react)?$/u, "typescript");
  return snippetLanguages.find((language) => language === known) ?? "curl";
}
