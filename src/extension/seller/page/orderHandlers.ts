import type { Handlers } from "../../../shared/rpc.ts";
import type { OrderView } from "../../../shared/sellerPage/order.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import type { SellerDesks } from "../sellerDesks.ts";
import type { SellerWords } from "../sellerWords.ts";
import { unread } from "./failedReads.ts";
import type { ListHandlers } from "./listHandlers.ts";
import { orderView } from "./orderView.ts";
import type { StatusNames } from "./statusNames.ts";

export interface OrderHandlersDeps {
  readonly desks: Pick<SellerDesks, "desk">;
  readonly lists: Pick<ListHandlers, "names">;
  readonly statuses: StatusNames;
  readonly words: SellerWords;
}

const never = new AbortController().signal;

/** Orders by their number. What one shows of the portal's statuses is known in forms from then on. */
export function orderHandlers(
  deps: OrderHandlersDeps,
): Pick<Handlers<typeof sellerHostContract>, "readOrder"> {
  return { readOrder: ({ numeroPedido }) => readOrder(deps, numeroPedido) };
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
