import type { DeliveryTerm, MinimumOrder, Price } from "../../seller/contract/bodies.ts";
import { invalidFields, otherSeller } from "../http/portalError.ts";
import type { CallContext, Handlers } from "./handlers.ts";
import { requireFields, requireProduct, written } from "./rules.ts";

/** What the seller sells by: prices, delivery terms and minimum orders. */
export const conditionHandlers: Handlers<
  | "savePrice"
  | "listPrices"
  | "saveDeliveryTerm"
  | "listDeliveryTerms"
  | "saveMinimumOrder"
  | "listMinimumOrders"
> = {
  savePrice: ({ body }, context) => savePrice(body, context),

  listPrices: (_, { db, codigoSeller }) =>
    db.text(
      `SELECT json_group_array(json(json) ORDER BY codigoProduto, codigoEstado) AS value
       FROM precoJson WHERE codigoSeller = $codigoSeller`,
      { codigoSeller },
    ) ?? "[]",

  saveDeliveryTerm: ({ body }, context) => saveDeliveryTerm(body, context),

  listDeliveryTerms: (_, { db, codigoSeller }) =>
    db.text(
      `SELECT json_group_array(json(json) ORDER BY codigoEstado, cepInicio, cepFim) AS value
       FROM prazoJson WHERE codigoSeller = $codigoSeller`,
      { codigoSeller },
    ) ?? "[]",

  saveMinimumOrder: ({ body }, context) => saveMinimumOrder(body, context),

  listMinimumOrders: (_, { db, codigoSeller }) =>
    db.text(
      `SELECT json_group_array(json(json) ORDER BY codigoEstado) AS value
       FROM pedidoMinimoJson WHERE codigoSeller = $codigoSeller`,
      { codigoSeller },
    ) ?? "[]",
};

/** One price per product and state: the last one saved stands. */
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
  const one = "FROM precoJson WHERE codigoProduto = $produto AND codigoEstado = $estado";
  const known = db.text(`SELECT json AS value ${one}`, key);
  db.run(
    `INSERT INTO preco VALUES ($produto, $estado, $codigoSeller, $valor, $dataInicio, $dataFim, $now)
     ON CONFLICT DO UPDATE SET valorPrecoBase = excluded.valorPrecoBase, dataInicio = excluded.dataInicio,
       dataFim = excluded.dataFim, dataAtualizacao = excluded.dataAtualizacao`,
    {
      ...key,
      codigoSeller,
      valor: JSON.stringify(given.valorPrecoBase),
      dataInicio,
      dataFim,
      now: now.toISOString(),
    },
  );
  const record = db.text(`SELECT json AS value ${one}`, key);
  return known === undefined
    ? written("INCLUSAO", "Preço cadastrado com sucesso.", record)
    : written("ALTERACAO", "Preço atualizado com sucesso.", record);
}

/** One term per state and exact range; ranges may overlap. */
function saveDeliveryTerm(body: DeliveryTerm, { db, codigoSeller, now }: CallContext): string {
  const given = requireFields({
    "estado.codigo": body.estado?.codigo,
    cepInicio: body.cepInicio,
    cepFim: body.cepFim,
    quantidadeDiasEntrega: body.quantidadeDiasEntrega,
  });
  const { cepInicio, cepFim, quantidadeDiasEntrega } = given;
  const key = { codigoSeller, estado: requireState(given["estado.codigo"]), cepInicio, cepFim };
  const one = `FROM prazoJson WHERE codigoSeller = $codigoSeller AND codigoEstado = $estado
    AND cepInicio = $cepInicio AND cepFim = $cepFim`;
  const known = db.text(`SELECT json AS value ${one}`, key);
  db.run(
    `INSERT INTO prazo VALUES ($codigoSeller, $estado, $cepInicio, $cepFim, $dias, $dataInicio, $now)
     ON CONFLICT DO UPDATE SET quantidadeDiasEntrega = excluded.quantidadeDiasEntrega,
       dataInicio = excluded.dataInicio, dataAtualizacao = excluded.dataAtualizacao`,
    {
      ...key,
      dias: quantidadeDiasEntrega,
      dataInicio: body.dataInicio ?? now.toISOString(),
      now: now.toISOString(),
    },
  );
  const record = db.text(`SELECT json AS value ${one}`, key);
  return known === undefined
    ? written("INCLUSAO", "Prazo de entrega cadastrado com sucesso.", record)
    : written("ALTERACAO", "Prazo de entrega atualizado com sucesso.", record);
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
  const one = "FROM pedidoMinimoJson WHERE codigoSeller = $codigoSeller AND codigoEstado = $estado";
  const known = db.text(`SELECT json AS value ${one}`, key);
  db.run(
    `INSERT INTO pedidoMinimo VALUES ($codigoSeller, $estado, $valor, $now)
     ON CONFLICT DO UPDATE SET valor = excluded.valor, dataAtualizacao = excluded.dataAtualizacao`,
    { ...key, valor: JSON.stringify(given.valor), now: now.toISOString() },
  );
  const record = db.text(`SELECT json AS value ${one}`, key);
  return known === undefined
    ? written("INCLUSAO", "Pedido mínimo cadastrado com sucesso.", record)
    : written("ALTERACAO", "Pedido mínimo atualizado com sucesso.", record);
}

/** Which codes there are is not specified, so any of at most two digits is taken. */
function requireState(codigo: number, prefix = ""): number {
  if (codigo < 1 || codigo > 99) {
    throw invalidFields([
      { campo: `${prefix}estado.codigo`, mensagem: "Deve ser um código de 1 a 99." },
    ]);
  }
  return codigo;
}
