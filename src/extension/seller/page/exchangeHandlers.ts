import type { PortalExchange } from "../../../seller/client/portalExchange.ts";
import { type ApiCallId, sellerCall } from "../../../seller/contract/calls.ts";
import type { JournalEntry } from "../../../seller/write/journalEntry.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import type { ExchangeSource, ExchangeView } from "../../../shared/sellerPage/sellerExchange.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { SellerListId } from "../../../shared/sellerPage/sellerState.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import type { RowWrite } from "../import/importWriting.ts";
import type { JournalStore } from "../journalStore.ts";
import type { Plan } from "../plans.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";

export interface ExchangeHandlersDeps {
  readonly desks: SellerDesks;
  readonly journal: JournalStore;
  readonly ui: Pick<SellerUi, "copy">;
  readonly words: SellerWords;
  readonly planOf: (id: string) => Plan | undefined;
  readonly rowWrite: (line: number) => RowWrite | undefined;
}

type Exchanges = Pick<Handlers<typeof sellerHostContract>, "showExchange" | "copyExchange">;
type Shown = Extract<ExchangeView, { ok: true }>;

export function exchangeHandlers(deps: ExchangeHandlersDeps): Exchanges {
  const { ui, words } = deps;
  let shown: Shown | undefined;
  return {
    showExchange: async ({ source }) => {
      shown = await viewOf(deps, source);
      return shown ?? { ok: false, message: words.noSuchEntry };
    },
    copyExchange: async ({ part }) => {
      if (!shown) {
        return { ok: false, message: words.noSuchEntry };
      }
      await ui.copy(part === "request" ? requestText(shown) : (shown.answer ?? ""));
      return { ok: true };
    },
  };
}

async function viewOf(
  deps: ExchangeHandlersDeps,
  source: ExchangeSource,
): Promise<Shown | undefined> {
  const { desks, journal, planOf, rowWrite, words } = deps;
  switch (source.kind) {
    case "token":
      return tokenView(deps);
    case "list":
      return await listView(deps, source.list);
    case "order":
      return await latest(deps, "getOrder");
    case "plan": {
      const request = planOf(source.planId)?.planned.request;
      const exchange = desks.exchanges.find((one) => one.request === request);
      return exchange ? exchangeView(exchange, words) : await refusedToken(deps);
    }
    case "journal":
      return journalView(deps, await journal.find(source.id));
    default: {
      const write = rowWrite(source.line);
      return journalView(deps, write && (await writeOfRow(journal, write)));
    }
  }
}

async function listView(
  deps: ExchangeHandlersDeps,
  list: SellerListId,
): Promise<Shown | undefined> {
  const shown = await latest(deps, list);
  // A token call has no list to choose.
  const canChoose = shown?.method === "GET" && deps.desks.desk()?.profile.isLocal === false;
  return canChoose ? { ...shown, list } : shown;
}

async function latest(deps: ExchangeHandlersDeps, call: ApiCallId): Promise<Shown | undefined> {
  const { desks, words } = deps;
  const desk = desks.desk();
  const exchange = desk && desks.exchanges.find(({ request }) => request.call === call, desk.id);
  const refused = await refusedToken(deps, exchange?.at);
  return refused ?? (exchange && exchangeView(exchange, words));
}

async function tokenView({ desks, words }: ExchangeHandlersDeps): Promise<Shown | undefined> {
  const exchange = await desks.desk()?.client.tokenExchange();
  return exchange && exchangeView(exchange, words);
}

async function refusedToken(deps: ExchangeHandlersDeps, later = 0): Promise<Shown | undefined> {
  const shown = await tokenView(deps);
  return shown?.failure !== undefined && shown.at > later ? shown : undefined;
}

async function writeOfRow(
  journal: JournalStore,
  { origin, environment: { name, codigoSeller }, since }: RowWrite,
): Promise<JournalEntry | undefined> {
  let found: JournalEntry | undefined;
  for await (const entry of journal.entries()) {
    const isThere = entry.source === "csv" && entry.origin === origin && entry.at >= since;
    const { environment } = entry;
    if (isThere && environment.name === name && environment.codigoSeller === codigoSeller) {
      found = entry;
    }
  }
  return found;
}

function journalView(
  { desks, words }: ExchangeHandlersDeps,
  entry: JournalEntry | undefined,
): Shown | undefined {
  if (!entry) {
    return undefined;
  }
  const exchange = desks.exchanges.find((one) => isOf(entry, one));
  if (exchange && exchange.answer?.text !== "") {
    return exchangeView(exchange, words);
  }
  const { call, method, url, body, at, status, answer = "", failure } = entry;
  const reason = failure === undefined ? undefined : words.failureKind(failure);
  return {
    ok: true,
    title: sellerCall(call).title[words.language],
    method,
    url,
    ...(body !== undefined && { requestBody: body }),
    at,
    ...(status === undefined ? reason !== undefined && { failure: reason } : { status, answer }),
    isCut: answer.length >= maxJournaled,
  };
}

/** The journal cuts answers longer than this. */
const maxJournaled = 8_000;
const maxApartMs = 60_000;

/** True if the entry belongs to the exchange: by the portal's request id, else by content and time. */
function isOf(entry: JournalEntry, { request, at, answer }: PortalExchange): boolean {
  const isSame = request.url === entry.url && request.body === entry.body;
  return (
    isSame &&
    answer?.status === entry.status &&
    (entry.requestId === undefined
      ? Math.abs(at - entry.at) < maxApartMs &&
        (answer?.text ?? "").slice(0, maxJournaled) === (entry.answer ?? "")
      : answer?.headers.some(({ value }) => value === entry.requestId) === true)
  );
}

function exchangeView(exchange: PortalExchange, words: SellerWords): Shown {
  const { request, url, requestHeaders, at, ms, answer, failure } = exchange;
  const reason = failure === undefined ? undefined : words.failureKind(failure);
  return {
    ok: true,
    title: sellerCall(request.call).title[words.language],
    method: request.method,
    url,
    ...(request.body !== undefined && { requestBody: request.body }),
    at,
    wire: {
      ms,
      requestHeaders: [...requestHeaders],
      answerHeaders: [...(answer?.headers ?? [])],
      ...(answer && { bytes: answer.bytes }),
    },
    ...(answer && { status: answer.status, answer: answer.text }),
    isCut: answer?.isCut ?? false,
    ...(reason !== undefined && { failure: reason }),
  };
}

function requestText({ method, url, wire, requestBody }: Shown): string {
  const headers = (wire?.requestHeaders ?? []).map(({ name, value }) => `${name}: ${value}`);
  const lines = [`${method} ${url}`, ...headers];
  return [...lines, ...(requestBody === undefined ? [] : ["", requestBody])].join("\n");
}
