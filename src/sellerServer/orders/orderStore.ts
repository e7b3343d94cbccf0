import type { SandboxDatabase } from "../store/database.ts";
import { advanced, type Order, orderSchema } from "./order.ts";

export function findOrder(
  db: SandboxDatabase,
  codigoSeller: number,
  numeroPedido: number,
  now: Date,
): Order | undefined {
  const json = db.text(
    "SELECT json AS value FROM pedido WHERE numeroPedido = $numeroPedido AND codigoSeller = $codigoSeller",
    { numeroPedido, codigoSeller },
  );
  if (json === undefined) {
    return undefined;
  }
  const stored = orderSchema.parse(JSON.parse(json));
  const order = advanced(stored, now);
  if (order !== stored) {
    putOrder(db, order);
  }
  return order;
}

export function putOrder(db: SandboxDatabase, order: Order): void {
  const { numeroPedido, codigoSeller, codigoStatus } = order;
  db.run(
    `INSERT INTO pedido VALUES ($numeroPedido, $codigoSeller, $codigoStatus, $json)
     ON CONFLICT DO UPDATE SET codigoStatus = excluded.codigoStatus, json = excluded.json`,
    { numeroPedido, codigoSeller, codigoStatus, json: JSON.stringify(order) },
  );
}
