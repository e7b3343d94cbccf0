import type { ApiCallId } from "../../../seller/contract/calls.ts";
import type { RawInput } from "../../../seller/contract/validate.ts";
import { recordKey, recordValue } from "../../../seller/write/currentRecords.ts";
import { subjectOf } from "../../../seller/write/subject.ts";
import type { Fields } from "../../../shared/base/json.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import { type BulkList, bulkListSchema } from "../../../shared/sellerPage/bulk.ts";
import type { Done, sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import type { ImportSession } from "../import/importSession.ts";
import type { SellerWords } from "../sellerWords.ts";
import { bulkFile, bulkForms } from "./bulkEdit.ts";
import type { ListHandlers } from "./listHandlers.ts";

interface BulkHandlersDeps {
  readonly desks: Pick<SellerDesks, "desk">;
  readonly lists: ListHandlers;
  readonly session: ImportSession;
  readonly words: SellerWords;
  readonly showImport: () => void;
}

type Bulk = Pick<Handlers<typeof sellerHostContract>, "bulkEdit">;

/** Reads the list again first, because an order may have changed it: "add 5" counts from the portal's present stock. */
export function bulkHandlers(deps: BulkHandlersDeps): Bulk {
  return { bulkEdit: (edit) => bulkEdit(deps, edit) };
}

async function bulkEdit(
  { desks, lists, session, words, showImport }: BulkHandlersDeps,
  { query, rows, change }: Parameters<Bulk["bulkEdit"]>[0],
): Promise<Done> {
  const list = bulkListSchema.safeParse(query.list).data;
  const chosen = lists.matching(query, rows);
  const client = desks.desk()?.client;
  const named = (call: ApiCallId, input: RawInput): string =>
    subjectOf(call, input, client && lists.names.known(client, call, input));
  const fileOf = (records: readonly Fields[]): ReturnType<typeof bulkFile> =>
    list &&
    bulkFile({
      list,
      records,
      change,
      name: words.bulkName(query.list),
      subjectOf: (input) => named(bulkForms[list], input),
    });
  if (session.isUnderWay) {
    return { ok: false, message: words.importUnderWay };
  }
  // Reports a mistyped number before the list is read again.
  if (!list || !fileOf(chosen)) {
    return { ok: false, message: words.noBulk };
  }
  const now = await lists.readAgain(list);
  if ("message" in now) {
    return { ok: false, message: now.message };
  }
  const records = recordsNow(list, chosen, now.records);
  if (!records) {
    return { ok: false, message: words.listChanged };
  }
  const input = fileOf(records);
  if (!input) {
    return { ok: false, message: words.noBulk };
  }
  if (!(await session.take(input))) {
    return { ok: false, message: words.importUnderWay };
  }
  showImport();
  return { ok: true };
}

/** Undefined if the newer reading lacks the entry or has it twice. */
function recordsNow(
  list: BulkList,
  chosen: readonly Fields[],
  records: readonly Fields[],
): readonly Fields[] | undefined {
  const byKey = new Map<string, Fields[]>();
  for (const record of records) {
    const key = keyOf(list, record);
    const alike = byKey.get(key);
    if (alike) {
      alike.push(record);
    } else {
      byKey.set(key, [record]);
    }
  }
  const found = chosen.map((record) => {
    const alike = byKey.get(keyOf(list, record)) ?? [];
    return alike.length === 1
      ? alike[0]
      : alike.find((other) => JSON.stringify(other) === JSON.stringify(record));
  });
  const present = found.filter((record) => record !== undefined);
  return present.length === chosen.length ? present : undefined;
}

/** The key of a record. Prices of one product and state differ by their start. */
function keyOf(list: BulkList, record: Fields): string {
  const key = recordKey(list, record) ?? JSON.stringify(record);
  return JSON.stringify([key, recordValue(record, ["dataInicio"]) ?? null]);
}
