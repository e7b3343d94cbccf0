import type { SandboxDatabase } from "../store/database.ts";
import { orderSchema, orderStatus, withStatus } from "./order.ts";
import { putOrder } from "./orderStore.ts";

/** Returns an order that waits for its seller, else a copy of the first order. */
export function openOrder(
  db: SandboxDatabase,
  { codigoSeller }: { readonly codigoSeller: number },
  now: Date,
): number {
  const waiting = db.number(
    `SELECT numeroPedido AS value FROM pedido
     WHERE codigoSeller = $codigoSeller AND codigoStatus = ${orderStatus.approved}
       AND json_extract(json, '$.rastreio') IS NULL
     ORDER BY numeroPedido LIMIT 1`,
    { codigoSeller },
  );
  return waiting ?? repeatFirstOrder(db, codigoSeller, now);
}

function repeatFirstOrder(db: SandboxDatabase, codigoSeller: number, now: Date): number {
  const first = orderSchema.parse(
    JSON.parse(
      db.text(
        "SELECT json AS value FROM pedido WHERE codigoSeller = $codigoSeller ORDER BY numeroPedido LIMIT 1",
        { codigoSeller },
      ) ?? "null",
    ),
  );
  const numeroPedido = (db.number("SELECT max(numeroPedido) AS value FROM pedido") ?? 0) + 1;
  const asNew = {
    ...first,
    numeroPedido,
    dataPedido: now.toISOString(),
    rastreio: null,
    cancelamento: null,
    historico: [],
  };
  putOrder(
    db,
    withStatus(asNew, { codigoStatus: orderStatus.approved, at: now, origem: "PORTAL" }),
  );
  return numeroPedido;
}
