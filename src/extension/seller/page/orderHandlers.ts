import { valueAt } from "../../../seller/contract/schemaFields.ts";
import type { Handlers } from "../../../shared/base/rpc.ts";
import type { OrderView } from "../../../shared/sellerPage/order.ts";
import type { Done, sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import { madeFile } from "../import/csvInput.ts";
import type { ImportSession } from "../import/importSession.ts";
import { statusOptions } from "../sellerForms.ts";
import type { SellerWords } from "../sellerWords.ts";
import { unread } from "./failedReads.ts";
import type { ListHandlers } from "./listHandlers.ts";
import { orderView } from "./orderView.ts";
import type { StatusNames } from "./statusNames.ts";
import { type ManyTrackings, trackingLines } from "./trackingLines.ts";

export interface OrderHandlersDeps {
  readonly desks: Pick<SellerDesks, "desk">;
  readonly lists: Pick<ListHandlers, "names">;
  readonly statuses: StatusNames;
  readonly session: ImportSession;
  readonly words: SellerWords;
  readonly showImport: () => void;
}

const never = new AbortController().signal;

export function orderHandlers(
  deps: OrderHandlersDeps,
): Pick<Handlers<typeof sellerHostContract>, "readOrder" | "orderStatuses" | "trackOrders"> {
  return {
    readOrder: ({ numeroPedido }) => readOrder(deps, numeroPedido),
    orderStatuses: () => {
      const profile = deps.desks.desk()?.profile;
      return { options: profile ? statusOptions(deps.statuses.of(profile)) : [] };
    },
    trackOrders: (many) => trackOrders(deps, many),
  };
}

async function trackOrders(
  { desks, statuses, session, words, showImport }: OrderHandlersDeps,
  many: ManyTrackings,
): Promise<Done> {
  const profile = desks.desk()?.profile;
  if (!profile) {
    return { ok: false, message: words.noEnvironment };
  }
  const read = trackingLines(many);
  if ("wrong" in read) {
    return { ok: false, message: words.noTracking(read.wrong) };
  }
  const names = statuses.of(profile);
  const input = madeFile(words.trackingName(read.count), read.text, ({ body }) => {
    const code = valueAt(body, ["codigoStatus"]);
    const status = typeof code === "number" ? ` · ${names.get(code) ?? String(code)}` : "";
    return words.orderSubject(String(valueAt(body, ["numeroPedido"]))) + status;
  });
  if (!(await session.take(input))) {
    return { ok: false, message: words.importUnderWay };
  }
  showImport();
  return { ok: true };
}

async function readOrder(
  { desks, lists, statuses, words }: OrderHandlersDeps,
  numeroPedido: number,
): Promise<OrderView> {
  const desk = desks.desk();
  if (!desk) {
    return { ok: false, message: words.noEnvironment };
  }
  const { client, profile } = desk;
  try {
    const order = await client.getOrder(numeroPedido, { signal: never });
    if (!order) {
      return { ok: true };
    }
    statuses.learn(profile, order);
    const product = lists.names.ofRecord.bind(lists.names, client);
    const known = { statuses: statuses.of(profile), product };
    return { ok: true, order: orderView(order, numeroPedido, known) };
  } catch (error) {
    return unread(error, words);
  }
}
