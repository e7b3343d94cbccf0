import type { Cancellation, Tracking } from "../../seller/contract/bodies.ts";
import { PortalError } from "../http/portalError.ts";
import { isKnownStatus, type Order, orderStatus, statusName, withStatus } from "../orders/order.ts";
import { findOrder, putOrder } from "../orders/orderStore.ts";
import type { CallContext, Handlers } from "./handler.ts";
import { requireFields, written } from "./rules.ts";

/** The handlers of orders. No write may be repeated, because each adds an entry to the order's history. */
export const orderHandlers: Handlers<"registerTracking" | "cancelOrder" | "getOrder"> = {
  registerTracking: ({ body }, context) => registerTracking(body, context),
  cancelOrder: ({ body }, context) => cancelOrder(body, context),
  getOrder: ({ parameters }, context) =>
    JSON.stringify(requireOrder(parameters.numeroPedido, context)),
};

function registerTracking(body: Tracking, context: CallContext): string {
  const { numeroPedido, codigoStatus } = requireFields({
    numeroPedido: body.numeroPedido,
    codigoStatus: body.codigoStatus,
  });
  const order = requireOrder(numeroPedido, context);
  checkTransition(order, codigoStatus);
  const { rastreio } = order;
  const tracked = withStatus(
    order,
    { codigoStatus, at: context.now, origem: "SELLER" },
    {
      rastreio: {
        codigoRastreamento: body.codigoRastreamento ?? rastreio?.codigoRastreamento ?? null,
        nomeTransportadora: body.nomeTransportadora ?? rastreio?.nomeTransportadora ?? null,
        urlRastreamento: body.urlRastreamento ?? rastreio?.urlRastreamento ?? null,
      },
    },
  );
  putOrder(context.db, tracked);
  return written(JSON.stringify(tracked));
}

function cancelOrder(body: Cancellation, context: CallContext): string {
  const { numeroPedido, codigoMotivoCancelamento } = requireFields({
    numeroPedido: body.numeroPedido,
    codigoMotivoCancelamento: body.codigoMotivoCancelamento,
  });
  const order = requireOrder(numeroPedido, context);
  if (isFinal(order)) {
    throw refusedTransition(order, orderStatus.cancelled);
  }
  const cancelled = withStatus(
    order,
    { codigoStatus: orderStatus.cancelled, at: context.now, origem: "SELLER" },
    {
      cancelamento: {
        codigoMotivoCancelamento,
        observacao: body.observacao ?? null,
        data: context.now.toISOString(),
      },
    },
  );
  putOrder(context.db, cancelled);
  return written(JSON.stringify(cancelled));
}

function requireOrder(numeroPedido: number, { db, codigoSeller, now }: CallContext): Order {
  const order = findOrder(db, codigoSeller, numeroPedido, now);
  if (!order) {
    throw new PortalError(404, "PEDIDO_NAO_ENCONTRADO", `O pedido ${numeroPedido} não existe.`);
  }
  return order;
}

/** Accepts unknown codes: the specification lists none. */
function checkTransition(order: Order, codigoStatus: number): void {
  const goesBack =
    isKnownStatus(codigoStatus) &&
    isKnownStatus(order.codigoStatus) &&
    codigoStatus < order.codigoStatus;
  if (isFinal(order) || goesBack || codigoStatus === orderStatus.cancelled) {
    throw refusedTransition(order, codigoStatus);
  }
}

function isFinal({ codigoStatus }: Order): boolean {
  return codigoStatus === orderStatus.delivered || codigoStatus === orderStatus.cancelled;
}

function refusedTransition({ numeroPedido, codigoStatus }: Order, to: number): PortalError {
  const code = codigoStatus === orderStatus.cancelled ? "PEDIDO_JA_CANCELADO" : "STATUS_INVALIDO";
  return new PortalError(
    409,
    code,
    `O pedido ${numeroPedido} está em "${statusName(codigoStatus)}" e não pode passar a "${statusName(to)}".`,
  );
}
