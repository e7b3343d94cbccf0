import type { FormId, FormValues } from "../../../src/shared/sellerPage/sellerState.ts";

/** What a person types into each form, given an order that can be tracked and cancelled. */
export const forms: readonly (readonly [FormId, (numeroPedido: number) => FormValues])[] = [
  [
    "saveProduct",
    () => ({
      codigoProdutoSeller: "PAGE-1",
      descricao: "Café Torrado 250 g",
      codigoNcmBase: "0901.21.00",
      codigoBarrasEAN: "7891234567895",
      peso: "0.255",
      altura: "18.25",
    }),
  ],
  ["updateStock", () => ({ codigoProdutoMarketplace: "123", quantidadeEstoque: "77" })],
  [
    "savePrice",
    () => ({
      "produto.codigo": "123",
      "estado.codigo": "35",
      valorPrecoBase: "21.35",
      dataInicio: "2026-12-01T03:00:00.000Z",
      dataFim: "2026-12-31T23:59:59.999Z",
    }),
  ],
  [
    "saveDeliveryTerm",
    () => ({
      "estado.codigo": "35",
      cepInicio: "01310000",
      cepFim: "01319999",
      quantidadeDiasEntrega: "2",
      dataInicio: "2026-12-01T03:00:00.000Z",
    }),
  ],
  [
    "saveMinimumOrder",
    () => ({
      "id.fornecedor.codigoPessoa": "1001",
      "id.estado.codigo": "35",
      valor: "151.25",
    }),
  ],
  [
    "registerTracking",
    (numeroPedido) => ({
      numeroPedido: String(numeroPedido),
      codigoStatus: "50",
      codigoRastreamento: "BR123456789BR",
    }),
  ],
  [
    "cancelOrder",
    (numeroPedido) => ({
      numeroPedido: String(numeroPedido),
      codigoMotivoCancelamento: "1",
      observacao: "Sem estoque.",
    }),
  ],
];
