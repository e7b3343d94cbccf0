import * as z from "zod/mini";

/** The specification lists no codes, so these are the sandbox's own. */
export const orderStatus = {
  received: 10,
  approved: 20,
  picking: 30,
  invoiced: 40,
  shipped: 50,
  delivered: 60,
  cancelled: 90,
} as const;

const statusNames: ReadonlyMap<number, string> = new Map([
  [orderStatus.received, "Recebido"],
  [orderStatus.approved, "Pagamento aprovado"],
  [orderStatus.picking, "Em separação"],
  [orderStatus.invoiced, "Faturado"],
  [orderStatus.shipped, "Em transporte"],
  [orderStatus.delivered, "Entregue"],
  [orderStatus.cancelled, "Cancelado"],
]);

export function statusName(codigoStatus: number): string {
  return statusNames.get(codigoStatus) ?? `Status ${codigoStatus}`;
}

export function isKnownStatus(codigoStatus: number): boolean {
  return statusNames.has(codigoStatus);
}

const trackingSchema = z.object({
  codigoRastreamento: z.nullable(z.string()),
  nomeTransportadora: z.nullable(z.string()),
  urlRastreamento: z.nullable(z.string()),
});

export const orderSchema = z.object({
  numeroPedido: z.int(),
  codigoSeller: z.int(),
  codigoStatus: z.int(),
  descricaoStatus: z.string(),
  dataPedido: z.iso.datetime(),
  dataAtualizacao: z.iso.datetime(),
  cliente: z.object({
    nome: z.string(),
    cpf: z.string(),
    email: z.string(),
    telefone: z.string(),
    endereco: z.object({
      logradouro: z.string(),
      numero: z.string(),
      bairro: z.string(),
      cidade: z.string(),
      estado: z.object({ codigo: z.int() }),
      cep: z.string(),
    }),
  }),
  itens: z.array(
    z.object({
      codigoProdutoMarketplace: z.int(),
      codigoProdutoSeller: z.string(),
      descricao: z.string(),
      quantidade: z.int(),
      valorUnitario: z.number(),
      valorTotal: z.number(),
    }),
  ),
  valorProdutos: z.number(),
  valorFrete: z.number(),
  valorTotal: z.number(),
  rastreio: z.nullable(trackingSchema),
  cancelamento: z.nullable(
    z.object({
      codigoMotivoCancelamento: z.int(),
      observacao: z.nullable(z.string()),
      data: z.iso.datetime(),
    }),
  ),
  /** One entry for each event, so that a repeated write is visible. */
  historico: z.array(
    z.object({
      codigoStatus: z.int(),
      descricaoStatus: z.string(),
      data: z.iso.datetime(),
      origem: z.enum(["PORTAL", "SELLER"]),
    }),
  ),
});

export type Order = Readonly<z.infer<typeof orderSchema>>;

interface StatusStep {
  readonly codigoStatus: number;
  readonly at: Date;
  readonly origem: Order["historico"][number]["origem"];
}

export function withStatus(
  order: Order,
  step: StatusStep,
  change: Partial<Pick<Order, "rastreio" | "cancelamento">> = {},
): Order {
  const { codigoStatus, origem } = step;
  const descricaoStatus = statusName(codigoStatus);
  const data = step.at.toISOString();
  return {
    ...order,
    ...change,
    codigoStatus,
    descricaoStatus,
    dataAtualizacao: data,
    historico: [...order.historico, { codigoStatus, descricaoStatus, data, origem }],
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Steps that the portal takes itself, with their delay. All other steps are the seller's. */
const portalSteps: ReadonlyMap<number, { readonly next: number; readonly afterMs: number }> =
  new Map([
    [orderStatus.received, { next: orderStatus.approved, afterMs: 30 * minuteMs }],
    [orderStatus.shipped, { next: orderStatus.delivered, afterMs: 48 * hourMs }],
  ]);

export function advanced(order: Order, now: Date): Order {
  const step = portalSteps.get(order.codigoStatus);
  if (!step) {
    return order;
  }
  const at = new Date(Date.parse(order.dataAtualizacao) + step.afterMs);
  return at > now
    ? order
    : advanced(withStatus(order, { codigoStatus: step.next, at, origem: "PORTAL" }), now);
}
