import { ibgeStates } from "../../../seller/contract/states.ts";
import { readWrittenNumber } from "../../../seller/contract/values/decimal.ts";
import type { KnownProduct } from "../../../seller/write/productNames.ts";
import { type Fields, isRecord } from "../../../shared/base/json.ts";
import type { OrderParts } from "../../../shared/sellerPage/order.ts";
import type { Cell } from "../../../shared/sellerPage/sellerState.ts";
import { flatRecord } from "./flatRecord.ts";
import { fieldsWithin, isScalar, isText, type NamedField, namedField } from "./orderNames.ts";
import { statusOf } from "./statusNames.ts";

export interface OrderWords {
  readonly statuses: ReadonlyMap<number, string>;
  readonly product: (item: Fields) => KnownProduct | undefined;
}

const maxItems = 500;
const maxEvents = 200;
const maxJson = 100_000;

/** Finds the usual parts anywhere in the record; other fields are listed unchanged. */
export function orderView(order: Fields, numeroPedido: number, words: OrderWords): OrderParts {
  const reader = new PartReader(order);
  const status = statusText(statusOf(order), words.statuses);
  const at = reader.cell("datapedido datacompra datacriacao dataemissao createdat orderdate ^data");
  const total = reader.amount("valortotal valortotalpedido totalpedido valorpedido ^total ^valor");
  const customer = reader.cell(
    "clientenome nomecliente compradornome nomecomprador destinatarionome nomedestinatario ^cliente",
  );
  const tracking = {
    code: reader.cell("codigorastreamento codigorastreio ^rastreamento ^rastreio"),
    carrier: reader.cell("nometransportadora transportadoranome ^transportadora"),
    url: reader.cell("urlrastreamento linkrastreamento urlrastreio"),
  };
  const address = reader.record(
    "enderecoentrega enderecodeentrega endereco entrega shippingaddress address",
  );
  const items = reader.list("itens itenspedido items produtos orderitems");
  const history = reader.list("historico historicos historicostatus eventos history");
  reader.take("numeropedido codigopedido ^pedido ^numero ^id", (value) => {
    return Number(value) === numeroPedido;
  });
  reader.take("^codigostatus", isScalar);
  reader.take("^descricaostatus", isScalar);
  return {
    numeroPedido,
    ...(status !== undefined && { status }),
    at,
    total,
    ...(customer !== null && { customer: String(customer) }),
    address: address ? addressLines(address) : [],
    tracking,
    items: items.slice(0, maxItems).map((item) => itemOf(item, words)),
    history: history.slice(0, maxEvents).map((event) => eventOf(event, words)),
    fields: reader.rest(order),
    json: JSON.stringify(order, null, 2).slice(0, maxJson),
  };
}

/** `rest` returns the fields that no other method has read. */
class PartReader {
  readonly #fields: readonly NamedField[];
  readonly #taken: string[] = [];

  constructor(record: Fields) {
    this.#fields = fieldsWithin(record);
  }

  take(names: string, isRight: (value: unknown) => boolean): unknown {
    const field = namedField(this.#fields, names, isRight);
    if (field) {
      this.#taken.push(field.path);
    }
    return field?.value;
  }

  cell(names: string): Cell {
    const value = this.take(names, isScalar);
    return isText(value) ? value.trim().slice(0, 500) : typeof value === "number" ? value : null;
  }

  /** Accepts a number written as text. */
  amount(names: string): Cell {
    const value = this.cell(names);
    return typeof value === "string" ? (readWrittenNumber(value) ?? value) : value;
  }

  record(names: string): Fields | undefined {
    const value = this.take(names, isRecord);
    return isRecord(value) ? value : undefined;
  }

  list(names: string): readonly Fields[] {
    const value = this.take(names, (list) => Array.isArray(list) && list.some(isRecord));
    return Array.isArray(value) ? value.filter(isRecord) : [];
  }

  rest(record: Fields): OrderParts["fields"] {
    return flatRecord(record).filter(
      ({ name, value }) =>
        value !== null && !this.#taken.some((path) => name === path || name.startsWith(`${path}.`)),
    );
  }
}

function statusText(
  { code, name }: ReturnType<typeof statusOf>,
  statuses: OrderWords["statuses"],
): string | undefined {
  return name ?? (code === undefined ? undefined : (statuses.get(code) ?? String(code)));
}

function itemOf(item: Fields, { product }: OrderWords): OrderParts["items"][number] {
  const reader = new PartReader(item);
  const known = product(item);
  return {
    sku: reader.cell("codigoprodutoseller sku skuseller codigosku") ?? known?.sku ?? null,
    code: reader.cell("codigoprodutomarketplace codigoproduto produtocodigo"),
    name:
      reader.cell("^descricao produtodescricao descricaoproduto nomeproduto produtonome ^nome") ??
      known?.name ??
      null,
    quantity: reader.amount("quantidade qtd qtde quantity"),
    price: reader.amount("valorunitario precounitario preco unitprice price"),
    total: reader.amount("valortotal precototal subtotal ^total"),
  };
}

function eventOf(event: Fields, { statuses }: OrderWords): OrderParts["history"][number] {
  const reader = new PartReader(event);
  const by = reader.cell("origem usuario responsavel autor");
  const other = reader.cell("^descricao ^evento ^mensagem");
  return {
    at: reader.cell("^data datastatus dataevento dataocorrencia datahora createdat"),
    status: statusText(statusOf(event), statuses) ?? String(other ?? ""),
    ...(by !== null && { by: String(by) }),
  };
}

/** An address as on a shipping label: street and number, district, city and state, postal code, other fields. */
function addressLines(address: Fields): string[] {
  const reader = new PartReader(address);
  const text = (names: string): string => String(reader.cell(names) ?? "");
  const street = joined(", ", text("logradouro rua ^endereco street"), text("numero number"));
  const district = text("bairro distrito");
  const state = text("estadocodigo codigoestado uf estadosigla ^estado state");
  const uf = ibgeStates.get(Number(state)) ?? state;
  const city = text("cidade municipio nomecidade cidadenome city");
  const cep = text("cep codigopostal zipcode postalcode").replace(/^(\d{5})(\d{3})$/u, "$1-$2");
  return [
    joined(" – ", street, text("complemento")),
    joined(" – ", district, joined("/", city, uf)),
    cep,
    ...reader.rest(address).map(({ value }) => String(value)),
  ]
    .filter((line) => line !== "")
    .slice(0, 10);
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(separator);
}
