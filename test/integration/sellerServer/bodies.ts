/** Bodies as the specification writes them, each complete. */
export const product = {
  codigoProdutoSeller: "TESTE-1",
  descricao: "Café Torrado Especial 250 g",
  codigoNcmBase: "0901.21.00",
  codigoBarrasEAN: "7891234567895",
  codigoMarca: 7,
  codigoMercadoria: 70,
  codigoDepartamento: 1,
  codigoCategoria: 101,
  peso: 0.255,
  altura: 18.25,
  largura: 8,
  comprimento: 5.5,
  prazoValidade: 365,
  quantidadeMinimaFracionada: 1,
};

export const price = {
  produto: { codigo: 123 },
  estado: { codigo: 35 },
  valorPrecoBase: 19.9,
  dataInicio: "2026-12-01T00:00:00.000Z",
  dataFim: "2026-12-31T23:59:59.999Z",
};

export const term = {
  estado: { codigo: 35 },
  cepInicio: "01310000",
  cepFim: "01319999",
  quantidadeDiasEntrega: 2,
  dataInicio: "2026-12-01T00:00:00.000Z",
};

export const minimum = {
  id: { fornecedor: { codigoPessoa: 1001 }, estado: { codigo: 35 } },
  valor: 199.9,
};

export const tracking = {
  numeroPedido: 500_001,
  codigoStatus: 50,
  codigoRastreamento: "BR123456789BR",
  nomeTransportadora: "Transportes Rio Manso",
  urlRastreamento: "https://rastreio.example.com/BR123456789BR",
};

export const cancellation = {
  numeroPedido: 500_001,
  codigoMotivoCancelamento: 1,
  observacao: "Sem estoque.",
};

export interface SpecifiedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The thirteen calls that need a token, spelt as in the specification and not as our contract has them. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  {
    name: "save product",
    method: "POST",
    path: "/portal-seller/produtos/salvar/1001/1",
    body: product,
  },
  {
    name: "list catalogue",
    method: "GET",
    path: "/portal-seller/produtos/buscar?codigoPessoaSeller=1001",
  },
  { name: "update stock", method: "PUT", path: "/portal-seller/estoques/atualizar/123/50" },
  {
    name: "list stock",
    method: "GET",
    path: "/portal-seller/estoques/buscar?codigoFornecedorSeller=1001",
  },
  { name: "save price", method: "POST", path: "/portal-seller/precos/salvar", body: price },
  { name: "list prices", method: "GET", path: "/portal-seller/precos/buscar?codigoSeller=1001" },
  {
    name: "save delivery term",
    method: "POST",
    path: "/portal-seller/prazos/salvar/1001",
    body: term,
  },
  {
    name: "list delivery terms",
    method: "GET",
    path: "/portal-seller/prazos/buscar?codigoSeller=1001",
  },
  {
    name: "save minimum order",
    method: "POST",
    path: "/portal-seller/pedidoMinimo/salvar",
    body: minimum,
  },
  {
    name: "list minimum orders",
    method: "GET",
    path: "/portal-seller/pedidoMinimo/buscar?codigoSeller=1001",
  },
  {
    name: "register tracking",
    method: "POST",
    path: "/portal-seller/pedidos/registrarRastreio",
    body: tracking,
  },
  {
    name: "cancel order",
    method: "POST",
    path: "/portal-seller/pedidos/cancelarPedido",
    body: cancellation,
  },
  { name: "get order", method: "GET", path: "/portal-seller/pedidos/buscarPedidoPorCodigo/500001" },
];
