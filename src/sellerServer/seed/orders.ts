import { type Order, orderStatus, withStatus } from "../orders/order.ts";
import type { SeedProduct } from "./catalogue.ts";
import type { Sequence } from "./sequence.ts";
import { type SeedState, seedStates } from "./states.ts";

interface SeedOrderOptions {
  readonly numeroPedido: number;
  readonly codigoSeller: number;
  readonly codigoStatus: number;
  readonly dataPedido: Date;
  readonly products: ReadonlyMap<number, SeedProduct>;
}

export function seedOrder(sequence: Sequence, options: SeedOrderOptions): Order {
  const { numeroPedido, codigoSeller, dataPedido } = options;
  const itens = itemsOf(sequence, options.products);
  const centavos = itens.reduce((sum, { valorTotal }) => sum + Math.round(valorTotal * 100), 0);
  const frete = sequence.between(990, 4990);
  const created = withStatus(
    {
      numeroPedido,
      codigoSeller,
      codigoStatus: orderStatus.received,
      descricaoStatus: "",
      dataPedido: dataPedido.toISOString(),
      dataAtualizacao: dataPedido.toISOString(),
      cliente: customer(sequence),
      itens,
      valorProdutos: centavos / 100,
      valorFrete: frete / 100,
      valorTotal: (centavos + frete) / 100,
      rastreio: null,
      cancelamento: null,
      historico: [],
    },
    { codigoStatus: orderStatus.received, at: dataPedido, origem: "PORTAL" },
  );
  return lifeUntil(created, options.codigoStatus);
}

const stepMs = 3 * 60 * 60_000;

function lifeUntil(order: Order, codigoStatus: number): Order {
  const { approved, picking, invoiced, shipped, delivered, cancelled } = orderStatus;
  const way =
    codigoStatus === cancelled
      ? [approved, cancelled]
      : [approved, picking, invoiced, shipped, delivered].filter((step) => step <= codigoStatus);
  return way.reduce((current, step) => {
    const at = new Date(Date.parse(current.dataAtualizacao) + stepMs);
    const origem = step === approved || step === delivered ? "PORTAL" : "SELLER";
    return withStatus(current, { codigoStatus: step, at, origem }, changeAt(step, current, at));
  }, order);
}

function changeAt(
  step: number,
  { numeroPedido }: Order,
  at: Date,
): Partial<Pick<Order, "rastreio" | "cancelamento">> {
  if (step === orderStatus.shipped) {
    const codigoRastreamento = `BR${String(numeroPedido).padStart(9, "0")}BR`;
    return {
      rastreio: {
        codigoRastreamento,
        nomeTransportadora: "Transportes Rio Manso",
        urlRastreamento: `https://rastreio.example.com/${codigoRastreamento}`,
      },
    };
  }
  return step === orderStatus.cancelled
    ? {
        cancelamento: {
          codigoMotivoCancelamento: 2,
          observacao: "Cliente desistiu da compra.",
          data: at.toISOString(),
        },
      }
    : {};
}

function itemsOf(sequence: Sequence, products: ReadonlyMap<number, SeedProduct>): Order["itens"] {
  const all = [...products];
  const chosen = new Map(Array.from({ length: sequence.between(1, 4) }, () => sequence.pick(all)));
  return [...chosen].map(([codigoProdutoMarketplace, { body, centavos }]) => {
    const quantidade = sequence.between(1, 12);
    return {
      codigoProdutoMarketplace,
      codigoProdutoSeller: body.codigoProdutoSeller,
      descricao: body.descricao,
      quantidade,
      valorUnitario: centavos / 100,
      valorTotal: (centavos * quantidade) / 100,
    };
  });
}

const firstNames = [
  "Ana",
  "Bruno",
  "Camila",
  "Diego",
  "Elisa",
  "Felipe",
  "Gabriela",
  "Heitor",
  "Isabela",
  "João",
];
const lastNames = [
  "Almeida",
  "Barbosa",
  "Cardoso",
  "Duarte",
  "Esteves",
  "Ferreira",
  "Gomes",
  "Lima",
  "Moura",
  "Prado",
];
const streets = [
  "Rua das Acácias",
  "Avenida Brasil",
  "Rua Sete de Setembro",
  "Rua do Comércio",
  "Alameda dos Ipês",
];
const districts = ["Centro", "Jardim América", "Vila Nova", "Boa Vista", "Santa Cecília"];

function customer(sequence: Sequence): Order["cliente"] {
  const first = sequence.pick(firstNames);
  const last = sequence.pick(lastNames);
  const state: SeedState = sequence.pick(seedStates);
  const [inicio] = sequence.pick(state.faixas);
  return {
    nome: `${first} ${last}`,
    cpf: cpf(sequence),
    email: `${asciiLower(first)}.${asciiLower(last)}@example.com`,
    telefone: `119${sequence.between(10_000_000, 99_999_999)}`,
    endereco: {
      logradouro: sequence.pick(streets),
      numero: String(sequence.between(1, 2500)),
      bairro: sequence.pick(districts),
      cidade: state.capital,
      estado: { codigo: state.codigo },
      cep: `${inicio}${String(sequence.between(0, 999)).padStart(3, "0")}`,
    },
  };
}

function asciiLower(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** The check digits are valid (modulo 11), so that a scan for personal data finds the number. */
function cpf(sequence: Sequence): string {
  const base = String(sequence.between(100_000_000, 999_999_998));
  const first = `${base}${checkDigit(base)}`;
  return `${first}${checkDigit(first)}`;
}

function checkDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    sum += Number(digits.charAt(index)) * (digits.length + 1 - index);
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
