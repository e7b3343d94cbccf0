import type { ErpFile } from "./erpFormats.ts";

type Outcome = Pick<ErpFile, "asked" | "call" | "rows" | "encoding">;

function file(name: string, rows: readonly string[], outcome: Outcome): ErpFile {
  return { name, text: `${rows.join("\r\n")}\r\n`, ...outcome };
}

const stock = (...rows: readonly string[]): Outcome => ({ call: "updateStock", rows });
const price = (...rows: readonly string[]): Outcome => ({ call: "savePrice", rows });
const utf16 = { encoding: "utf-16le" } as const;
const latin = { encoding: "windows-1252" } as const;
const columns: Outcome = { asked: "columns" };
const cells: Outcome = { asked: "cells" };
/** The midnights around December 2026 in São Paulo. */
const december = "2026-12-01T03:00:00.000Z 2027-01-01T02:59:59.999Z";

/** Exports of further systems, each with what a careful person would do with it. */
export const erpExports: readonly ErpFile[] = [
  file(
    "Bling, produtos com texto de várias linhas",
    [
      '"Código";"Descrição";"Descrição curta";"Estoque";"Estoque mínimo";"Preço de custo"',
      '"SKU-00001";"Café";"torrado; moído\r\n""forte""";"1.015,00";"2,00";"3,10"',
      '"SKU-00002";"Açúcar";"";"-2,00";"2,00";"1,10"',
    ],
    // A warning says that it is negative.
    stock("1 1015", "2 -2"),
  ),
  file(
    "Olist Tiny, estoque por depósito",
    ["ID;Código (SKU);Depósito;Estoque atual", "9001;SKU-00001;Geral;15"],
    columns,
  ),
  file(
    "Olist Tiny, planilha do Excel com sep",
    ["sep=;", "SKU;Saldo em estoque", 'SKU-00001;"15,00"', "SKU-00002;1 250,00"],
    { ...latin, ...stock("1 15", "refused") },
  ),
  file(
    "Omie, tabela de preços com títulos e total",
    [
      "Tabela de Preços;;;;",
      "Emitido em 28/11/2026 às 10:00;;;;",
      "Código;Descrição;UF;Preço Unitário;Margem",
      "SKU-00001;Café;SP;R$ 1.012,90;35%",
      "SKU-00002;Açúcar;SP;12,90%;35%",
      "Total geral;;;1.025,80;",
    ],
    price("1 35 1012.9", "refused", "refused"),
  ),
  file(
    "Conta Azul, dois estoques",
    ["Código,Nome,Quantidade disponível,Quantidade em pedidos", "SKU-00001,Café,8,2"],
    columns,
  ),
  file(
    "Conta Azul, itens de vendas",
    ["Número do pedido;SKU;Nome;Quantidade;Valor unitário", "500001;SKU-00001;Café;2;12,90"],
    columns,
  ),
  file(
    "TOTVS Protheus, relatório com régua",
    [
      "SKU            |Descricao      |    Saldo Atual|     Custo",
      "---------------|---------------|---------------|----------",
      "SKU-00001      |Cafe           |       1.250,00|     12,50",
      "SKU-00002      |Acucar         |           7,00|      2,50",
    ],
    { ...latin, ...stock("refused", "1 1250", "2 7") },
  ),
  file(
    "TOTVS Protheus, saldo e empenho",
    ["SKU;Saldo Atual;Qtd. Empenhada", "SKU-00001;15,00;10,00"],
    columns,
  ),
  file(
    "TOTVS Winthor, quantidade e bloqueada",
    ["SKU;Quantity;Reserved", "SKU-00001;9;4"],
    columns,
  ),
  file(
    "TOTVS Winthor, pontos e vírgulas contrários",
    ["SKU;UF;Preço;Custo", "SKU-00001;SP;1.234;10,50", "SKU-00002;SP;12.50;9.1"],
    cells,
  ),
  file(
    "SAP Business One, estoque",
    ["ItemCode\tItemName\tOnHand\tIsCommited\tOnOrder", "SKU-00001\tCafé\t10\t4\t0"],
    { ...utf16, ...columns },
  ),
  file(
    "SAP S/4, lista ALV com sinal à direita",
    [
      "|SKU      |Texto breve|      Saldo|",
      "|SKU-00001|Café       |  1.250,000|",
      "|SKU-00002|Açúcar     |     5,000-|",
      "|SKU-00003|Arroz      |     7,000 |",
    ],
    { ...utf16, ...stock("1 1250", "refused", "3 7") },
  ),
  file(
    "SAP S/4, condições com datas",
    [
      "SKU\tUF\tPreço\tVálido de\tVálido até",
      "SKU-00001\tSP\t12,90\t01.12.2026\t31.12.2026",
      "SKU-00002\tSP\t12,90\t20261201\t20261231",
      "SKU-00003\tSP\t12,90\t01.12.2026\t31.12.9999",
    ],
    { ...utf16, ...price(`1 35 12.9 ${december}`, "refused", "refused") },
  ),
  file(
    "SAP S/4, preço por 100 e em dólar",
    [
      "SKU;UF;Preço;Moeda;por;UM",
      "SKU-00001;SP;12,90;BRL;1;UN",
      "SKU-00002;SP;12,90;BRL;100;UN",
      "SKU-00003;SP;12,90;USD;1;UN",
    ],
    price("1 35 12.9", "refused", "refused"),
  ),
  file(
    "Sankhya, vigência com horas",
    [
      "SKU;UF;Preço;Início;Fim",
      "SKU-00001;Minas Gerais;9,90;01/12/2026 08:30;31/12/2026 18:00:00",
      "SKU-00002;MG;9,90;01-dez-2026;31-dez-2026",
    ],
    price("1 31 9.9 2026-12-01T11:30:00.000Z 2026-12-31T21:00:00.000Z", "refused"),
  ),
  file(
    "Linx, grade em linhas",
    [
      "Referência|Cor|Tamanho|Qtde",
      "SKU-00001|Preto|P|3",
      "SKU-00001|Preto|M|4",
      "SKU-00002|Referência|U|9",
    ],
    stock("refused", "refused", "2 9"),
  ),
  file("Linx, grade em colunas", ["Referência;P;M;G;Total", "SKU-00001;1;2;3;6"], columns),
  file(
    "Senior, duas tabelas em um arquivo",
    ["SKU;Saldo", "SKU-00001;5", "SKU;Saldo", "SKU-00002;6", "", "SKU;Reservado", "SKU-00003;2"],
    stock("1 5", "refused", "2 6", "refused", "refused"),
  ),
  file(
    "Oracle EBS, meses com letras",
    [
      "SELLER_SKU|STATE|UNIT_PRICE|START_DATE|END_DATE",
      "SKU-00001|SP|12.9|01-DEC-2026|31-DEC-2026",
      "SKU-00002|SP|12.9|2026-12-01|2026-12-31",
    ],
    price("refused", `2 35 12.9 ${december}`),
  ),
  file(
    "Oracle EBS, subinventários",
    ["ITEM_CODE|SUBINVENTORY|QUANTITY", "SKU-00001|FGI|1200", "SKU-00001|RET|3"],
    columns,
  ),
  file(
    "NetSuite, mês antes do dia",
    [
      "SKU,State,Unit Price,Start Date,End Date",
      "SKU-00001,SP,12.90,12/01/2026,12/31/2026",
      "SKU-00002,SP,12.90,12/01/2026,12/05/2026",
    ],
    price("refused", "refused"),
  ),
  file(
    "Dynamics 365, físico e disponível",
    ["Item number\tWarehouse\tPhysical inventory\tAvailable physical", "SKU-00001\t11\t9\t8"],
    { ...utf16, ...columns },
  ),
  file(
    "Odoo, real e previsto",
    ["Internal Reference,Name,Quantity On Hand,Forecasted Quantity", "SKU-00001,Café,9.00,4.00"],
    columns,
  ),
  file(
    "Magento, quatro decimais",
    ["sku,qty,is_in_stock,min_qty", "SKU-00001,15.0000,1,0.0000", "SKU-00002,0.5000,1,0.0000"],
    columns,
  ),
  file(
    "VTEX, inventário",
    ["SkuId,RefId,WarehouseId,TotalQuantity,ReservedQuantity", "1,SKU-00001,1_1,10,2"],
    columns,
  ),
  file(
    "Shopify, produtos com moedas",
    [
      "\uFEFFSKU,State,Price",
      "SKU-00001,SP,R$12.90",
      "SKU-00002,SP,US$12.90",
      "SKU-00003,SP,€12.90",
      'SKU-00004,SP,"(12.90)"',
    ],
    price("1 35 12.9", "refused", "refused", "refused"),
  ),
  file(
    "WooCommerce, em estoque e estoque",
    ['ID,Tipo,SKU,Nome,"Em estoque?",Estoque,Preço', "77,simple,SKU-00001,Café,1,12,9.90"],
    columns,
  ),
  file(
    "Mercado Livre, planilha com instruções",
    [
      "Anúncios;;",
      "Não altere os títulos;;",
      "SKU;Título;Quantidade",
      "Obrigatório;Até 60 caracteres;Somente números",
      'SKU-00001;"Café ""forte""";12',
      "SKU-00002;Açúcar;12 un",
    ],
    { ...latin, ...stock("refused", "1 12", "refused") },
  ),
  file(
    "Mercado Livre, preço em dólar no título",
    ["SKU;UF;Preço (US$)", "SKU-00001;SP;12,90"],
    columns,
  ),
  file(
    "Transportadora, prazos com datas e faixas",
    [
      "UF\tCEP de\tCEP até\tPrazo",
      "São Paulo\t01.000-000\t05.999-999\t2 dias",
      "RJ\t20000000\t28999999\t3 a 5 dias",
      "RJ\t1000000\t28999999\t5",
    ],
    { ...latin, call: "saveDeliveryTerm", rows: ["35 01000000 05999999 2", "refused", "refused"] },
  ),
];
