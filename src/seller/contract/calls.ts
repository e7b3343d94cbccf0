import type * as z from "zod/mini";

import {
  cancellationSchema,
  deliveryTermSchema,
  minimumOrderSchema,
  priceSchema,
  productSchema,
  trackingSchema,
} from "./bodies.ts";
import { callTitles } from "./callTitles.ts";
import type { Bilingual } from "./fields.ts";

export interface CallParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly label: Bilingual;
  readonly description: string;
  /** The environment provides the value if the caller does not. */
  readonly known?: "codigoSeller" | "codigoUsuario";
}

/** The expected shape of the answer; the specification shows only the token's. */
export type ResponseShape = "token" | "list" | "record" | "acknowledgement";

interface CallBodySpec {
  readonly name: string;
  readonly schema: z.ZodMiniType;
  /** Fields without which the call makes no sense, by our reading; only a model's schema requires them. */
  readonly essential: readonly string[];
}

export interface SellerCall {
  readonly method: "GET" | "POST" | "PUT";
  /** The path follows the base address; `{name}` is a path parameter. */
  readonly path: string;
  readonly title: Bilingual;
  readonly description: string;
  readonly parameters: readonly CallParameter[];
  readonly body?: CallBodySpec;
  readonly response: ResponseShape;
  /** True if the call changes data at the portal. A model's arguments cannot change it. */
  readonly isWrite: boolean;
  /** True if the call may be repeated after a failure with an unknown outcome. */
  readonly isIdempotent: boolean;
}

const seller = {
  label: { en: "Seller", ptBr: "Seller" },
  description: "seller code",
  known: "codigoSeller",
} as const;

const orderNumber = {
  name: "numeroPedido",
  in: "path",
  label: { en: "Order number", ptBr: "Número do pedido" },
  description: "order number",
} as const;

export const sellerCalls = {
  getToken: {
    method: "POST",
    path: "/sgi-api/oauth/token",
    title: callTitles.getToken,
    description:
      "Checks the seller portal credentials: says seller code, environment, scope and lifetime of the access, never the token itself. Verifica as credenciais (acesso) do portal.",
    parameters: [],
    response: "token",
    isWrite: false,
    isIdempotent: true,
  },
  saveProduct: {
    method: "POST",
    path: "/portal-seller/produtos/salvar/{codigoSeller}/{codigoUsuario}",
    title: callTitles.saveProduct,
    description:
      "Creates or updates a product of the catalogue. Cadastra ou atualiza um produto do catálogo.",
    parameters: [
      { name: "codigoSeller", in: "path", ...seller },
      {
        name: "codigoUsuario",
        in: "path",
        label: { en: "User", ptBr: "Usuário" },
        description: "user code",
        known: "codigoUsuario",
      },
    ],
    body: { name: "Product", schema: productSchema, essential: ["codigoProdutoSeller"] },
    response: "acknowledgement",
    isWrite: true,
    isIdempotent: true,
  },
  listProducts: {
    method: "GET",
    path: "/portal-seller/produtos/buscar",
    title: callTitles.listProducts,
    description: "Lists the products of the seller's catalogue. Lista os produtos do catálogo.",
    parameters: [{ name: "codigoPessoaSeller", in: "query", ...seller }],
    response: "list",
    isWrite: false,
    isIdempotent: true,
  },
  updateStock: {
    method: "PUT",
    path: "/portal-seller/estoques/atualizar/{codigoProdutoMarketplace}/{quantidadeEstoque}",
    title: callTitles.updateStock,
    description:
      "Sets the stock quantity of a product to a new value. Altera (atualiza) a quantidade em estoque de um produto.",
    parameters: [
      {
        name: "codigoProdutoMarketplace",
        in: "path",
        label: { en: "Product", ptBr: "Produto" },
        description: "platform product code",
      },
      {
        name: "quantidadeEstoque",
        in: "path",
        label: { en: "Stock quantity", ptBr: "Quantidade em estoque" },
        description: "new quantity",
      },
    ],
    response: "acknowledgement",
    isWrite: true,
    isIdempotent: true,
  },
  listStock: {
    method: "GET",
    path: "/portal-seller/estoques/buscar",
    title: callTitles.listStock,
    description: "Lists the stock of the seller's products. Lista o estoque dos produtos.",
    parameters: [{ name: "codigoFornecedorSeller", in: "query", ...seller }],
    response: "list",
    isWrite: false,
    isIdempotent: true,
  },
  savePrice: {
    method: "POST",
    path: "/portal-seller/precos/salvar",
    title: callTitles.savePrice,
    description:
      "Creates or updates the base price of a product in a state. Cadastra ou altera o preço base de um produto em um estado.",
    parameters: [],
    body: {
      name: "Price",
      schema: priceSchema,
      essential: ["produto", "estado", "valorPrecoBase"],
    },
    response: "acknowledgement",
    isWrite: true,
    isIdempotent: true,
  },
  listPrices: {
    method: "GET",
    path: "/portal-seller/precos/buscar",
    title: callTitles.listPrices,
    description: "Lists the seller's base prices per state. Lista os preços base por estado.",
    parameters: [{ name: "codigoSeller", in: "query", ...seller }],
    response: "list",
    isWrite: false,
    isIdempotent: true,
  },
  saveDeliveryTerm: {
    method: "POST",
    path: "/portal-seller/prazos/salvar/{codigoSeller}",
    title: callTitles.saveDeliveryTerm,
    description:
      "Creates or updates the delivery term of a range of postal codes. Cadastra ou altera o prazo de entrega de uma faixa de CEP.",
    parameters: [{ name: "codigoSeller", in: "path", ...seller }],
    body: {
      name: "DeliveryTerm",
      schema: deliveryTermSchema,
      essential: ["estado", "cepInicio", "cepFim", "quantidadeDiasEntrega"],
    },
    response: "acknowledgement",
    isWrite: true,
    isIdempotent: true,
  },
  listDeliveryTerms: {
    method: "GET",
    path: "/portal-seller/prazos/buscar",
    title: callTitles.listDeliveryTerms,
    description:
      "Lists the seller's delivery terms per range of postal codes. Lista os prazos de entrega por faixa de CEP.",
    parameters: [{ name: "codigoSeller", in: "query", ...seller }],
    response: "list",
    isWrite: false,
    isIdempotent: true,
  },
  saveMinimumOrder: {
    method: "POST",
    path: "/portal-seller/pedidoMinimo/salvar",
    title: callTitles.saveMinimumOrder,
    description:
      "Creates or updates the minimum order value of a state. Cadastra ou altera o valor do pedido mínimo de um estado.",
    parameters: [],
    body: { name: "MinimumOrder", schema: minimumOrderSchema, essential: ["id", "valor"] },
    response: "acknowledgement",
    isWrite: true,
    isIdempotent: true,
  },
  listMinimumOrders: {
    method: "GET",
    path: "/portal-seller/pedidoMinimo/buscar",
    title: callTitles.listMinimumOrders,
    description:
      "Lists the seller's minimum order values per state. Lista os valores de pedido mínimo por estado.",
    parameters: [{ name: "codigoSeller", in: "query", ...seller }],
    response: "list",
    isWrite: false,
    isIdempotent: true,
  },
  registerTracking: {
    method: "POST",
    path: "/portal-seller/pedidos/registrarRastreio",
    title: callTitles.registerTracking,
    description:
      "Registers tracking data and a status for an order. Registra o rastreio e o status de um pedido.",
    parameters: [],
    body: { name: "OrderTracking", schema: trackingSchema, essential: ["numeroPedido"] },
    response: "acknowledgement",
    isWrite: true,
    isIdempotent: false,
  },
  cancelOrder: {
    method: "POST",
    path: "/portal-seller/pedidos/cancelarPedido",
    title: callTitles.cancelOrder,
    description: "Cancels an order. Cancela um pedido.",
    parameters: [],
    body: {
      name: "OrderCancellation",
      schema: cancellationSchema,
      essential: ["numeroPedido"],
    },
    response: "acknowledgement",
    isWrite: true,
    isIdempotent: false,
  },
  getOrder: {
    method: "GET",
    path: "/portal-seller/pedidos/buscarPedidoPorCodigo/{numeroPedido}",
    title: callTitles.getOrder,
    description: "Shows an order by its number. Mostra (busca) um pedido pelo número.",
    parameters: [orderNumber],
    response: "record",
    isWrite: false,
    isIdempotent: true,
  },
} as const satisfies Readonly<Record<string, SellerCall>>;

export type SellerCallId = keyof typeof sellerCalls;

export const sellerCallIds: readonly SellerCallId[] = Object.keys(sellerCalls).filter(
  (id): id is SellerCallId => Object.hasOwn(sellerCalls, id),
);

export type ApiCallId = Exclude<SellerCallId, "getToken">;

export const apiCallIds: readonly ApiCallId[] = sellerCallIds.filter((id) => id !== "getToken");

export function sellerCall(id: SellerCallId): SellerCall {
  return sellerCalls[id];
}

type Call<Id extends SellerCallId> = (typeof sellerCalls)[Id];

export type CallParameters<Id extends ApiCallId> = {
  readonly [P in Call<Id>["parameters"][number] as P["name"]]: number;
};

export type CallBody<Id extends ApiCallId> =
  Call<Id> extends { readonly body: { readonly schema: infer S extends z.ZodMiniType } }
    ? Readonly<z.infer<S>>
    : undefined;

export type CallInput<Id extends ApiCallId = ApiCallId> = {
  readonly parameters: CallParameters<Id>;
} & (CallBody<Id> extends undefined
  ? { readonly body?: undefined }
  : { readonly body: CallBody<Id> });
