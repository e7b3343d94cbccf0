/** One complete, sensible input for each call that needs a token. */
export const samples = {
  saveProduct: {
    parameters: { codigoSeller: 1001, codigoUsuario: 7 },
    body: {
      codigoProdutoSeller: "SKU-1",
      descricao: "Cerveja Pilsen 350 ml",
      codigoNcmBase: "2203.00.00",
      codigoBarrasEAN: "7891000315507",
      codigoMarca: 10,
      codigoMercadoria: 20,
      codigoDepartamento: 30,
      codigoCategoria: 40,
      peso: 0.375,
      altura: 12.25,
      largura: 6.5,
      comprimento: 6.5,
      prazoValidade: 180,
      quantidadeMinimaFracionada: 1,
    },
  },
  listProducts: { parameters: { codigoPessoaSeller: 1001 } },
  updateStock: { parameters: { codigoProdutoMarketplace: 123, quantidadeEstoque: 50 } },
  listStock: { parameters: { codigoFornecedorSeller: 1001 } },
  savePrice: {
    parameters: {},
    body: {
      produto: { codigo: 123 },
      estado: { codigo: 35 },
      valorPrecoBase: 19.99,
      dataInicio: "2026-01-01T00:00:00.000Z",
      dataFim: "2026-12-31T23:59:59.999Z",
    },
  },
  listPrices: { parameters: { codigoSeller: 1001 } },
  saveDeliveryTerm: {
    parameters: { codigoSeller: 1001 },
    body: {
      estado: { codigo: 35 },
      cepInicio: "01000000",
      cepFim: "05999999",
      quantidadeDiasEntrega: 3,
      dataInicio: "2026-01-01T00:00:00.000Z",
    },
  },
  listDeliveryTerms: { parameters: { codigoSeller: 1001 } },
  saveMinimumOrder: {
    parameters: {},
    body: { id: { fornecedor: { codigoPessoa: 1001 }, estado: { codigo: 35 } }, valor: 150 },
  },
  listMinimumOrders: { parameters: { codigoSeller: 1001 } },
  registerTracking: {
    parameters: {},
    body: {
      numeroPedido: 555,
      codigoStatus: 3,
      codigoRastreamento: "BR123456789",
      nomeTransportadora: "Transportes Sul",
      urlRastreamento: "https://rastreio.example.com/BR123456789",
    },
  },
  cancelOrder: {
    parameters: {},
    body: { numeroPedido: 555, codigoMotivoCancelamento: 2, observacao: "Sem estoque" },
  },
  getOrder: { parameters: { numeroPedido: 555 } },
} as const;
