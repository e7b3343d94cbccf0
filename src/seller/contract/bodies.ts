import * as z from "zod/mini";

import {
  broken,
  cep,
  decimal,
  ean13,
  integer,
  ncm,
  text,
  timestamp,
  webAddress,
} from "./fields.ts";

// Fields are in the order of the specification. It names no required fields, so validate.ts only warns of missing ones.
// An unknown field is an error.

const stateSchema = z.partial(
  z.strictObject({ codigo: integer("State", "Estado", "the state code") }),
);

export const productSchema = z.partial(
  z.strictObject({
    codigoProdutoSeller: text("Seller's code", "Código do seller", "the seller's own product code"),
    descricao: text("Description", "Descrição", "product description"),
    codigoNcmBase: ncm("NCM", "NCM", "tax classification code, shape dddd.dd.dd"),
    codigoBarrasEAN: ean13("EAN barcode", "Código de barras EAN", "barcode, 13 digits"),
    codigoMarca: integer("Brand", "Marca", "brand code"),
    codigoMercadoria: integer("Merchandise", "Mercadoria", "merchandise code"),
    codigoDepartamento: integer("Department", "Departamento", "department code"),
    codigoCategoria: integer("Category", "Categoria", "category code"),
    peso: decimal(3, "Weight", "Peso", "decimal, up to 3 decimal places"),
    altura: decimal(2, "Height", "Altura", "decimal, 2 decimal places"),
    largura: decimal(2, "Width", "Largura", "decimal, 2 decimal places"),
    comprimento: decimal(2, "Length", "Comprimento", "decimal, 2 decimal places"),
    prazoValidade: integer("Shelf life", "Prazo de validade", "shelf-life period"),
    quantidadeMinimaFracionada: integer(
      "Minimum fractional quantity",
      "Quantidade mínima fracionada",
      "minimum fractional quantity",
    ),
  }),
);

export const priceSchema = z
  .partial(
    z.strictObject({
      produto: z.partial(
        z.strictObject({ codigo: integer("Product", "Produto", "the platform product code") }),
      ),
      estado: stateSchema,
      valorPrecoBase: decimal(undefined, "Base price", "Preço base", "decimal base price"),
      dataInicio: timestamp("Valid from", "Início da vigência", "timestamp, start of validity"),
      dataFim: timestamp("Valid until", "Fim da vigência", "timestamp, end of validity"),
    }),
  )
  .check(
    z.refine(
      ({ dataInicio, dataFim }) => isOrdered(dataInicio, dataFim),
      broken("datesReversed", ["dataFim"]),
    ),
  );

export const deliveryTermSchema = z
  .partial(
    z.strictObject({
      estado: stateSchema,
      cepInicio: cep(
        "First postal code",
        "CEP inicial",
        "first postal code of the range, 8 digits, no separator",
      ),
      cepFim: cep(
        "Last postal code",
        "CEP final",
        "last postal code of the range, 8 digits, no separator",
      ),
      quantidadeDiasEntrega: integer("Delivery days", "Dias de entrega", "delivery days"),
      dataInicio: timestamp("Valid from", "Início da vigência", "timestamp, start of validity"),
    }),
  )
  .check(
    z.refine(
      ({ cepInicio, cepFim }) => isOrdered(cepInicio, cepFim),
      broken("rangeReversed", ["cepFim"]),
    ),
  );

export const minimumOrderSchema = z.partial(
  z.strictObject({
    id: z.partial(
      z.strictObject({
        fornecedor: z.partial(
          z.strictObject({ codigoPessoa: integer("Seller", "Seller", "the seller code") }),
        ),
        estado: stateSchema,
      }),
    ),
    valor: decimal(undefined, "Minimum value", "Valor mínimo", "decimal minimum order value"),
  }),
);

export const trackingSchema = z.partial(
  z.strictObject({
    numeroPedido: integer("Order number", "Número do pedido", "order number"),
    codigoStatus: integer("Status", "Status", "status code to set on the order"),
    codigoRastreamento: text("Tracking code", "Código de rastreamento", "tracking code"),
    nomeTransportadora: text("Carrier", "Transportadora", "carrier name"),
    urlRastreamento: webAddress("Tracking URL", "URL de rastreamento", "tracking URL"),
  }),
);

export const cancellationSchema = z.partial(
  z.strictObject({
    numeroPedido: integer("Order number", "Número do pedido", "order number"),
    codigoMotivoCancelamento: integer(
      "Reason",
      "Motivo do cancelamento",
      "cancellation reason code",
    ),
    observacao: text("Remark", "Observação", "free-text remark"),
  }),
);

export type Product = Readonly<z.infer<typeof productSchema>>;
export type Price = Readonly<z.infer<typeof priceSchema>>;
export type DeliveryTerm = Readonly<z.infer<typeof deliveryTermSchema>>;
export type MinimumOrder = Readonly<z.infer<typeof minimumOrderSchema>>;
export type Tracking = Readonly<z.infer<typeof trackingSchema>>;
export type Cancellation = Readonly<z.infer<typeof cancellationSchema>>;

function isOrdered(first: string | undefined, last: string | undefined): boolean {
  return first === undefined || last === undefined || first <= last;
}
