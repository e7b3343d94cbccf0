export const schemaVersion = 1;

/**
 * Each view's column `json` is the portal's answer. Decimals are stored as JSON text, so that a value comes back
 * exactly as it was sent.
 */
export const schemaSql = `
CREATE TABLE chave (id INTEGER PRIMARY KEY CHECK (id = 1), valor TEXT NOT NULL) STRICT;

CREATE TABLE seller (
  codigoSeller INTEGER PRIMARY KEY,
  nome TEXT NOT NULL,
  clientId TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE segredo (
  id INTEGER PRIMARY KEY,
  codigoSeller INTEGER NOT NULL REFERENCES seller,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE produto (
  codigoProdutoMarketplace INTEGER PRIMARY KEY,
  codigoSeller INTEGER NOT NULL REFERENCES seller,
  codigoProdutoSeller TEXT NOT NULL,
  descricao TEXT NOT NULL,
  codigoNcmBase TEXT NOT NULL,
  codigoBarrasEAN TEXT NOT NULL,
  codigoMarca INTEGER,
  codigoMercadoria INTEGER,
  codigoDepartamento INTEGER,
  codigoCategoria INTEGER,
  peso TEXT,
  altura TEXT,
  largura TEXT,
  comprimento TEXT,
  prazoValidade INTEGER,
  quantidadeMinimaFracionada INTEGER,
  codigoUsuario INTEGER NOT NULL,
  dataCadastro TEXT NOT NULL,
  dataAtualizacao TEXT NOT NULL,
  quantidadeEstoque INTEGER NOT NULL DEFAULT 0,
  dataAtualizacaoEstoque TEXT NOT NULL,
  UNIQUE (codigoSeller, codigoProdutoSeller)
) STRICT;

CREATE VIEW produtoJson AS SELECT codigoSeller, codigoProdutoMarketplace, json_object(
  'codigoProdutoMarketplace', codigoProdutoMarketplace,
  'codigoProdutoSeller', codigoProdutoSeller,
  'descricao', descricao,
  'codigoNcmBase', codigoNcmBase,
  'codigoBarrasEAN', codigoBarrasEAN,
  'codigoMarca', codigoMarca,
  'codigoMercadoria', codigoMercadoria,
  'codigoDepartamento', codigoDepartamento,
  'codigoCategoria', codigoCategoria,
  'peso', json(peso),
  'altura', json(altura),
  'largura', json(largura),
  'comprimento', json(comprimento),
  'prazoValidade', prazoValidade,
  'quantidadeMinimaFracionada', quantidadeMinimaFracionada,
  'codigoUsuarioAtualizacao', codigoUsuario,
  'dataCadastro', dataCadastro,
  'dataAtualizacao', dataAtualizacao
) AS json FROM produto;

CREATE VIEW estoqueJson AS SELECT codigoSeller, codigoProdutoMarketplace, json_object(
  'codigoProdutoMarketplace', codigoProdutoMarketplace,
  'codigoProdutoSeller', codigoProdutoSeller,
  'descricao', descricao,
  'quantidadeEstoque', quantidadeEstoque,
  'dataAtualizacao', dataAtualizacaoEstoque
) AS json FROM produto;

CREATE TABLE preco (
  codigoProduto INTEGER NOT NULL REFERENCES produto,
  codigoEstado INTEGER NOT NULL,
  codigoSeller INTEGER NOT NULL REFERENCES seller,
  valorPrecoBase TEXT NOT NULL,
  dataInicio TEXT NOT NULL,
  dataFim TEXT,
  dataAtualizacao TEXT NOT NULL,
  PRIMARY KEY (codigoProduto, codigoEstado)
) STRICT, WITHOUT ROWID;

CREATE VIEW precoJson AS SELECT codigoSeller, codigoProduto, codigoEstado, json_object(
  'produto', json_object('codigo', codigoProduto),
  'estado', json_object('codigo', codigoEstado),
  'valorPrecoBase', json(valorPrecoBase),
  'dataInicio', dataInicio,
  'dataFim', dataFim,
  'dataAtualizacao', dataAtualizacao
) AS json FROM preco;

CREATE TABLE prazo (
  codigoSeller INTEGER NOT NULL REFERENCES seller,
  codigoEstado INTEGER NOT NULL,
  cepInicio TEXT NOT NULL,
  cepFim TEXT NOT NULL,
  quantidadeDiasEntrega INTEGER NOT NULL,
  dataInicio TEXT NOT NULL,
  dataAtualizacao TEXT NOT NULL,
  PRIMARY KEY (codigoSeller, codigoEstado, cepInicio, cepFim)
) STRICT, WITHOUT ROWID;

CREATE VIEW prazoJson AS SELECT codigoSeller, codigoEstado, cepInicio, cepFim, json_object(
  'estado', json_object('codigo', codigoEstado),
  'cepInicio', cepInicio,
  'cepFim', cepFim,
  'quantidadeDiasEntrega', quantidadeDiasEntrega,
  'dataInicio', dataInicio,
  'dataAtualizacao', dataAtualizacao
) AS json FROM prazo;

CREATE TABLE pedidoMinimo (
  codigoSeller INTEGER NOT NULL REFERENCES seller,
  codigoEstado INTEGER NOT NULL,
  valor TEXT NOT NULL,
  dataAtualizacao TEXT NOT NULL,
  PRIMARY KEY (codigoSeller, codigoEstado)
) STRICT, WITHOUT ROWID;

CREATE VIEW pedidoMinimoJson AS SELECT codigoSeller, codigoEstado, json_object(
  'id', json_object(
    'fornecedor', json_object('codigoPessoa', codigoSeller),
    'estado', json_object('codigo', codigoEstado)
  ),
  'valor', json(valor),
  'dataAtualizacao', dataAtualizacao
) AS json FROM pedidoMinimo;

CREATE TABLE pedido (
  numeroPedido INTEGER PRIMARY KEY,
  codigoSeller INTEGER NOT NULL REFERENCES seller,
  codigoStatus INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
`;
