import { samples } from "../../unit/seller/contract/samples.ts";

/** Every tool once, with arguments that the sandbox takes. */
export function fourteenCalls({
  product,
  numeroPedido,
  codigoSeller,
}: {
  readonly product: number;
  readonly numeroPedido: number;
  readonly codigoSeller: number;
}): readonly (readonly [name: string, input: object])[] {
  const validity = {
    dataInicio: "2027-01-01T00:00:00.000Z",
    dataFim: "2027-12-31T23:59:59.999Z",
  };
  return [
    ["seller_get_token", {}],
    ["seller_list_products", {}],
    ["seller_list_stock", {}],
    ["seller_list_prices", {}],
    ["seller_list_delivery_terms", {}],
    ["seller_list_minimum_orders", {}],
    ["seller_get_order", { numeroPedido }],
    ["seller_save_product", { ...samples.saveProduct.body, codigoProdutoSeller: "MCP-1" }],
    ["seller_update_stock", { codigoProdutoMarketplace: product, quantidadeEstoque: 77 }],
    [
      "seller_save_price",
      { produto: { codigo: product }, estado: { codigo: 35 }, valorPrecoBase: 12.5, ...validity },
    ],
    [
      "seller_save_delivery_term",
      {
        estado: { codigo: 35 },
        cepInicio: "01000000",
        cepFim: "01999999",
        quantidadeDiasEntrega: 2,
        dataInicio: "2027-01-01T00:00:00.000Z",
      },
    ],
    [
      "seller_save_minimum_order",
      {
        id: { fornecedor: { codigoPessoa: codigoSeller }, estado: { codigo: 35 } },
        valor: 151.25,
      },
    ],
    [
      "seller_register_tracking",
      { numeroPedido, codigoStatus: 3, codigoRastreamento: "BR1", nomeTransportadora: "Sul" },
    ],
    ["seller_cancel_order", { numeroPedido, codigoMotivoCancelamento: 1, observacao: "teste" }],
  ];
}
