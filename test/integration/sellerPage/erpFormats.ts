/** Files in the formats of ERPs and shops. `rows`: what each row writes, `refused` for a row that is not written. */
export interface ErpFile {
  readonly name: string;
  readonly text: string;
  readonly encoding?: "windows-1252" | "utf-16le";
  /** What must be asked before any row is written: a column, whose codes, or how cells are read. */
  readonly asked?: "columns" | "codes" | "cells";
  readonly call?: string;
  /** The written values of each row, joined by spaces. */
  readonly rows?: readonly string[];
}

const lines = (...rows: readonly string[]): string => `${rows.join("\r\n")}\r\n`;

export const erpFiles: readonly ErpFile[] = [
  {
    name: "Bling, balanço de estoque",
    text: lines(
      '"ID Produto";"Codigo produto *";"GTIN/EAN **";"Descrição Produto";"Deposito (OBRIGATÓRIO)";"Balanço (OBRIGATÓRIO)"',
      '"15968";"SKU-00001";"";"Café";"Geral";"12,00"',
    ),
    asked: "columns",
  },
  {
    name: "Bling, saldos",
    text: lines("Código;Descrição;Saldo físico;Saldo virtual", "SKU-00001;Café;10,00;8,00"),
    asked: "columns",
  },
  {
    name: "Bling, um saldo",
    text: lines(
      "Código;Descrição;Unidade;Estoque;Estoque mínimo;Preço de custo",
      "SKU-00001;Café;UN;1.250,00;5,00;3,50",
      "SKU-00002;Açúcar;UN;7,00;5,00;2,10",
    ),
    call: "updateStock",
    rows: ["1 1250", "2 7"],
  },
  {
    name: "Tiny, estoque",
    text: lines(
      "ID;Código (SKU);Descrição;Estoque",
      "9001;SKU-00001;Café;15",
      "9002;SKU-00002;Açúcar;3",
    ),
    call: "updateStock",
    rows: ["1 15", "2 3"],
  },
  {
    name: "Tiny, preços",
    text: lines("Código (SKU);UF;Preço;Preço promocional", "SKU-00001;SP;12,90;10,90"),
    asked: "columns",
  },
  {
    name: "Omie, posição de estoque",
    text: lines(
      "Posição de Estoque;;;",
      "Data: 01/12/2026;;;",
      "",
      "Código do Produto;Descrição;Unidade;Saldo",
      "SKU-00001;Café;UN;1.000,0000",
      "SKU-00002;Açúcar;UN;2,0000",
      "Total;;;1.002,0000",
    ),
    call: "updateStock",
    rows: ["1 1000", "2 2", "refused"],
  },
  {
    name: "Omie, locais de estoque",
    text: lines(
      "Código do Produto;Local de Estoque;Saldo",
      "SKU-00001;Padrão;5",
      "SKU-00001;Loja;700",
    ),
    asked: "columns",
  },
  {
    name: "SAP, MB52",
    text: lines(
      "Material\tTexto breve\tCen.\tDep.\tUtilização livre\tUMB",
      "SKU-00001\tCafé\t1000\t0001\t1.000\tUN",
    ),
    encoding: "utf-16le",
    asked: "columns",
  },
  {
    name: "SAP, preços com R$ à direita",
    text: lines("Material;Região;Preço", "SKU-00001;SP;12,90 R$"),
    asked: "columns",
  },
  {
    name: "TOTVS Protheus, SB2",
    text: lines("B2_COD;B2_LOCAL;B2_QATU;B2_RESERVA", "SKU-00001;01;15.0000;2.0000"),
    asked: "columns",
  },
  {
    name: "TOTVS, saldo com três casas",
    text: lines("SKU|Saldo Atual", "SKU-00001|15.000", "SKU-00002|2.000"),
    asked: "cells",
  },
  {
    name: "Excel pt-BR, milhar sem centavos",
    text: lines("SKU;Estoque", "SKU-00001;1.250", "SKU-00002;12"),
    encoding: "windows-1252",
    asked: "cells",
  },
  {
    name: "Excel pt-BR, erros de PROCV",
    text: lines("SKU;Estoque", "SKU-00001;#N/D", "#N/D;5", "SKU-00002;9"),
    encoding: "windows-1252",
    call: "updateStock",
    rows: ["refused", "refused", "2 9"],
  },
  {
    name: "Excel pt-BR, código em notação científica",
    text: lines("SKU;Estoque", "7,89E+12;5", "SKU-00002;9"),
    call: "updateStock",
    rows: ["refused", "2 9"],
  },
  {
    name: "Excel pt-BR, texto do Unicode com tabulação",
    text: lines("SKU\tUF\tPreço (R$)", "SKU-00001\tMinas Gerais\tR$ 1.234,50"),
    encoding: "utf-16le",
    call: "savePrice",
    rows: ["1 31 1234.5"],
  },
  {
    name: "Excel em inglês",
    text: lines("SKU,State,Price", 'SKU-00001,SP,"1,234.50"', "SKU-00002,RJ,9.90"),
    call: "savePrice",
    rows: ["1 35 1234.5", "2 33 9.9"],
  },
  {
    name: "Sankhya",
    text: lines("CODPROD;DESCRPROD;ESTOQUE;RESERVADO", "1;Café;50;5"),
    asked: "columns",
  },
  {
    name: "Linx, código simples",
    text: lines("Produto;Qtd", "1;50", "2;60"),
    asked: "codes",
  },
  {
    name: "Conta Azul",
    text: lines("Código;Nome;Quantidade", "SKU-00001;Café;5", "SKU-00002;Açúcar;-"),
    call: "updateStock",
    rows: ["1 5", "refused"],
  },
  {
    name: "Nuvemshop",
    text: lines(
      "Identificador URL;Nome;SKU;Estoque",
      "cafe;Café;SKU-00001;5",
      "acucar;Açúcar;SKU-00002;",
    ),
    call: "updateStock",
    rows: ["1 5", "refused"],
  },
  {
    name: "Shopify, inventory",
    text: lines(
      "Handle,Title,SKU,Location,Incoming,Unavailable,Committed,Available,On hand",
      "cafe,Café,SKU-00001,CD1,0,0,2,8,10",
    ),
    asked: "columns",
  },
  {
    name: "Mercado Livre",
    text: lines("SKU;Título;Quantidade", "SKU-00001;CafÃ©;5"),
    call: "updateStock",
    rows: ["1 5"],
  },
  {
    name: "Linhas iguais e contrárias",
    text: lines("SKU;Saldo", "SKU-00001;5", "SKU-00001;5", "SKU-00002;5", "SKU-00002;6"),
    call: "updateStock",
    rows: ["1 5", "repeated", "refused", "refused"],
  },
  {
    name: "Relatório com dois cabeçalhos",
    text: lines(
      "Produto;;Estoque;;",
      "Código;Descrição;Disponível;Reservado;Total",
      "SKU-00001;Café;5;2;7",
    ),
    asked: "columns",
  },
  {
    name: "Produtos de um ERP",
    text: lines(
      "Código;Descrição;NCM;GTIN;Peso bruto (kg)",
      "P-1;Café torrado;0901.21.00;7891000315507;0,500",
      "P-2;NULL;0901.21.00;7891000315507;1,000",
    ),
    asked: "cells",
  },
  {
    name: "Vigência por dias",
    text: lines("SKU;UF;Preço;Início;Fim", "SKU-00001;SP;9,90;01/12/2026;31/12/2026"),
    call: "savePrice",
    rows: ["1 35 9.9 2026-12-01T03:00:00.000Z 2027-01-01T02:59:59.999Z"],
  },
  {
    name: "Senior, prazos",
    text: lines("UF;CEP inicial;CEP final;Prazo", "SP;01000-000;05999-999;3 dias úteis"),
    call: "saveDeliveryTerm",
    rows: ["35 01000000 05999999 3"],
  },
  {
    name: "Rastreios de uma transportadora",
    text: lines(
      "Pedido;Código de rastreio;Transportadora",
      "500001;BR123;Correios",
      "500002;#REF!;Correios",
    ),
    call: "registerTracking",
    rows: ["500001 BR123 Correios", "refused"],
  },
  {
    name: "Códigos de um ERP com zeros",
    text: lines("SKU;Saldo", "'SKU-00001;5", '="SKU-00002";6'),
    call: "updateStock",
    rows: ["1 5", "2 6"],
  },
  {
    name: "Números dos dois jeitos",
    text: lines("SKU;Saldo;Preço", "SKU-00001;1.000;1.5", "SKU-00002;2;2,5"),
    asked: "cells",
  },
];
