import type { DeliveryTerm, MinimumOrder, Price } from "../../seller/contract/bodies.ts";
import { invalidFields, otherSeller } from "../http/portalError.ts";
import type { SandboxDatabase, Values } from "../store/database.ts";
import type { CallContext, Handlers } from "./handler.ts";
import { entriesOf, requireFields, requireProduct, written } from "./rules.ts";

export const conditionHandlers: Handlers<
  | "savePrice"
  | "listPrices"
  | "saveDeliveryTerm"
  | "listDeliveryTerms"
  | "saveMinimumOrder"
  | "listMinimumOrders"
> = {
  savePrice: ({ body }, context) => savePrice(body, context),

  listPrices: (_, context) => entriesOf(context, "precoJson", "codigoProduto, codigoEstado"),

  saveDeliveryTerm: ({ body }, context) => saveDeliveryTerm(body, context),

  listDeliveryTerms: (_, context) =>
    entriesOf(context, "prazoJson", "codigoEstado, cepInicio, cepFim"),

  saveMinimumOrder: ({ body }, context) => saveMinimumOrder(body, context),

  listMinimumOrders: (_, context) => entriesOf(context, "pedidoMinimoJson", "codigoEstado"),
};

function savePrice(body: Price, { db, codigoSeller, now }: CallContext): string {
  const given = requireFields({
    "produto.codigo": body.produto?.codigo,
    "estado.codigo": body.estado?.codigo,
    valorPrecoBase: body.valorPrecoBase,
  });
  const dataInicio = body.dataInicio ?? now.toISOString();
  const dataFim = body.dataFim ?? null;
  if (dataFim !== null && dataFim < dataInicio) {
    throw invalidFields([{ campo: "dataFim", mensagem: "A vigência já terminou." }]);
  }
  requireProduct(db, codigoSeller, given["produto.codigo"]);
  const key = { produto: given["produto.codigo"], estado: requireState(given["estado.codigo"]) };
  return upsert(db, {
    record: "precoJson WHERE codigoProduto = $produto AND codigoEstado = $estado",
    key,
    sql: `INSERT INTO preco VALUES ($produto, $estado, $codigoSeller, $valor, $dataInicio, $dataFim, $now)
     ON CONFLICT DO UPDATE SET valorPrecoBase = excluded.valorPrecoBase, dataInicio = excluded.dataInicio,
       dataFim = excluded.dataFim, dataAtualizacao = excluded.dataAtualizacao`,
    values: {
      codigoSeller,
      valor: JSON.stringify(given.valorPrecoBase),
      dataInicio,
      dataFim,
      now: now.toISOString(),
    },
  });
}

/** There is one term per state and exact range; ranges may overlap. */
function saveDeliveryTerm(body: DeliveryTerm, { db, codigoSeller, now }: CallContext): string {
  const given = requireFields({
    "estado.codigo": body.estado?.codigo,
    cepInicio: body.cepInicio,
    cepFim: body.cepFim,
    quantidadeDiasEntrega: body.quantidadeDiasEntrega,
  });
  const { cepInicio, cepFim, quantidadeDiasEntrega } = given;
  const key = { codigoSeller, estado: requireState(given["estado.codigo"]), cepInicio, cepFim };
  return upsert(db, {
    record: `prazoJson WHERE codigoSeller = $codigoSeller AND codigoEstado = $estado
      AND cepInicio = $cepInicio AND cepFim = $cepFim`,
    key,
    sql: `INSERT INTO prazo VALUES ($codigoSeller, $estado, $cepInicio, $cepFim, $dias, $dataInicio, $now)
     ON CONFLICT DO UPDATE SET quantidadeDiasEntrega = excluded.quantidadeDiasEntrega,
       dataInicio = excluded.dataInicio, dataAtualizacao = excluded.dataAtualizacao`,
    values: {
      dias: quantidadeDiasEntrega,
      dataInicio: body.dataInicio ?? now.toISOString(),
      now: now.toISOString(),
    },
  });
}

function saveMinimumOrder(body: MinimumOrder, { db, codigoSeller, now }: CallContext): string {
  const given = requireFields({
    "id.fornecedor.codigoPessoa": body.id?.fornecedor?.codigoPessoa,
    "id.estado.codigo": body.id?.estado?.codigo,
    valor: body.valor,
  });
  if (given["id.fornecedor.codigoPessoa"] !== codigoSeller) {
    throw otherSeller();
  }
  const key = { codigoSeller, estado: requireState(given["id.estado.codigo"], "id.") };
  return upsert(db, {
    record: "pedidoMinimoJson WHERE codigoSeller = $codigoSeller AND codigoEstado = $estado",
    key,
    sql: `INSERT INTO pedidoMinimo VALUES ($codigoSeller, $estado, $valor, $now)
     ON CONFLICT DO UPDATE SET valor = excluded.valor, dataAtualizacao = excluded.dataAtualizacao`,
    values: { valor: JSON.stringify(given.valor), now: now.toISOString() },
  });
}

interface Upsert {
  readonly record: string;
  readonly key: Values;
  readonly sql: string;
  readonly values: Values;
}

function upsert(db: SandboxDatabase, { record, key, sql, values }: Upsert): string {
  const read = (): string | undefined => db.text(`SELECT json AS value FROM ${record}`, key);
  db.run(sql, { ...key, ...values });
  return written(read());
}

/** Accepts any code of at most two digits: the specification lists none. */
function requireState(codigo: number, prefix = ""): number {
  if (codigo < 1 || codigo > 99) {
    throw invalidFields([
      { campo: `${prefix}estado.codigo`, mensagem: "Deve ser um código de 1 a 99." },
    ]);
  }
  return codigo;
}
