import type { Product } from "../../seller/contract/bodies.ts";
import { PortalError } from "../http/portalError.ts";
import type { CallContext, Handlers } from "./handler.ts";
import { entriesOf, requireFields, requireProduct, written } from "./rules.ts";

export const catalogHandlers: Handlers<
  "saveProduct" | "listProducts" | "updateStock" | "listStock"
> = {
  saveProduct: ({ parameters, body }, context) =>
    saveProduct(body, parameters.codigoUsuario, context),

  listProducts: (_, context) => entriesOf(context, "produtoJson", "codigoProdutoMarketplace"),

  updateStock: ({ parameters }, context) =>
    updateStock(parameters.codigoProdutoMarketplace, parameters.quantidadeEstoque, context),

  listStock: (_, context) => entriesOf(context, "estoqueJson", "codigoProdutoMarketplace"),
};

/** Fields missing in the body keep their values. A new product needs the four required fields. */
function saveProduct(body: Product, codigoUsuario: number, context: CallContext): string {
  const { db, codigoSeller } = context;
  const { codigoProdutoSeller } = requireFields({ codigoProdutoSeller: body.codigoProdutoSeller });
  const key = { codigoSeller, codigoProdutoSeller };
  const known = db.number(
    `SELECT codigoProdutoMarketplace AS value FROM produto
     WHERE codigoSeller = $codigoSeller AND codigoProdutoSeller = $codigoProdutoSeller`,
    key,
  );
  if (known === undefined) {
    const { descricao, codigoNcmBase, codigoBarrasEAN } = body;
    requireFields({ descricao, codigoNcmBase, codigoBarrasEAN });
  }
  db.run(known === undefined ? insertSql : updateSql, {
    ...key,
    ...columnsOf(body),
    codigoUsuario,
    now: context.now.toISOString(),
  });
  const record = db.text(
    `SELECT json AS value FROM produtoJson WHERE codigoProdutoMarketplace =
       (SELECT codigoProdutoMarketplace FROM produto
        WHERE codigoSeller = $codigoSeller AND codigoProdutoSeller = $codigoProdutoSeller)`,
    key,
  );
  return written(record);
}

const columns = [
  "descricao",
  "codigoNcmBase",
  "codigoBarrasEAN",
  "codigoMarca",
  "codigoMercadoria",
  "codigoDepartamento",
  "codigoCategoria",
  "peso",
  "altura",
  "largura",
  "comprimento",
  "prazoValidade",
  "quantidadeMinimaFracionada",
] as const;

const insertSql = `
  INSERT INTO produto (codigoSeller, codigoProdutoSeller, codigoUsuario, dataCadastro, dataAtualizacao,
    dataAtualizacaoEstoque, ${columns.join(", ")})
  VALUES ($codigoSeller, $codigoProdutoSeller, $codigoUsuario, $now, $now,
    $now, ${columns.map((name) => `$${name}`).join(", ")})`;

const updateSql = `
  UPDATE produto SET codigoUsuario = $codigoUsuario, dataAtualizacao = $now,
    ${columns.map((name) => `${name} = coalesce($${name}, ${name})`).join(", ")}
  WHERE codigoSeller = $codigoSeller AND codigoProdutoSeller = $codigoProdutoSeller`;

const decimalColumns: ReadonlySet<string> = new Set(["peso", "altura", "largura", "comprimento"]);

function columnsOf(body: Product): Readonly<Record<string, string | number | null>> {
  return Object.fromEntries(
    columns.map((name) => {
      const value = body[name] ?? null;
      return [name, value !== null && decimalColumns.has(name) ? JSON.stringify(value) : value];
    }),
  );
}

const maxStock = 9_999_999;

function updateStock(codigo: number, quantidade: number, context: CallContext): string {
  const { db, codigoSeller, now } = context;
  if (quantidade > maxStock) {
    throw new PortalError(
      400,
      "PARAMETRO_INVALIDO",
      `O parâmetro quantidadeEstoque pode ser no máximo ${maxStock}.`,
    );
  }
  requireProduct(db, codigoSeller, codigo);
  db.run(
    `UPDATE produto SET quantidadeEstoque = $quantidade, dataAtualizacaoEstoque = $now
     WHERE codigoProdutoMarketplace = $codigo`,
    { codigo, quantidade, now: now.toISOString() },
  );
  const record = db.text(
    "SELECT json AS value FROM estoqueJson WHERE codigoProdutoMarketplace = $codigo",
    { codigo },
  );
  return written(record);
}
