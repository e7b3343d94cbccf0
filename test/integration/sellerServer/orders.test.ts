import { afterEach, beforeEach, expect, test } from "vitest";

import { type Answer, SandboxLab, SkippingClock } from "./sandboxLab.ts";

let clock: SkippingClock;
let lab: SandboxLab;
beforeEach(async () => {
  clock = new SkippingClock();
  lab = await SandboxLab.start(clock);
});
afterEach(() => lab.stop());

const hourMs = 60 * 60_000;

const track = (body: Readonly<Record<string, unknown>>): Promise<Answer> =>
  lab.call("POST", "/portal-seller/pedidos/registrarRastreio", {
    body: { numeroPedido: lab.sandbox.numeroPedido, ...body },
  });

const cancel = (): Promise<Answer> =>
  lab.call("POST", "/portal-seller/pedidos/cancelarPedido", {
    body: {
      numeroPedido: lab.sandbox.numeroPedido,
      codigoMotivoCancelamento: 1,
      observacao: "Sem estoque.",
    },
  });

/** Longer than a token lives, perhaps. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  lab.token = await lab.signIn(lab.sandbox);
}

interface Order {
  readonly codigoStatus: number;
  readonly rastreio: unknown;
  readonly cancelamento: unknown;
  readonly historico: readonly { readonly codigoStatus: number; readonly data: string }[];
}

const order = async (numeroPedido = lab.sandbox.numeroPedido): Promise<Order> =>
  (await lab.call("GET", `/portal-seller/pedidos/buscarPedidoPorCodigo/${numeroPedido}`))
    .json as Order;

test("tracking is read back, and two days later the order has been delivered", async () => {
  await track({ codigoStatus: 50, codigoRastreamento: "BR1", nomeTransportadora: "Rio Manso" });
  expect(await order()).toMatchObject({
    codigoStatus: 50,
    rastreio: { codigoRastreamento: "BR1", nomeTransportadora: "Rio Manso", urlRastreamento: null },
  });
  await pass(47 * hourMs);
  expect(await order()).toMatchObject({ codigoStatus: 50 });
  await pass(hourMs);
  const delivered = await order();
  expect(delivered).toMatchObject({ codigoStatus: 60 });
  expect(await order()).toEqual(delivered);
  expect((await cancel()).status).toBe(409);
});

test("an order that has just come in is paid after half an hour", async () => {
  const received = lab.sandbox.numeroPedido + 1;
  expect(await order(received)).toMatchObject({ codigoStatus: 10 });
  await pass(hourMs);
  const paid = await order(received);
  expect(paid.codigoStatus).toBe(20);
  expect(paid.historico.at(-1)?.data).toBe("2026-11-20T12:30:00.000Z");
});

test("an order that waits for its seller waits for as long as it takes", async () => {
  await pass(1000 * hourMs);
  expect(await order()).toMatchObject({ codigoStatus: 20 });
});

test("a write made twice is seen twice", async () => {
  const { length } = (await order()).historico;
  await track({ codigoStatus: 30 });
  await track({ codigoStatus: 30 });
  expect((await order()).historico).toHaveLength(length + 2);
});

test("cancelling is read back, and refused the second time", async () => {
  expect((await cancel()).status).toBe(200);
  const cancelled = await order();
  expect(cancelled).toMatchObject({
    codigoStatus: 90,
    cancelamento: { codigoMotivoCancelamento: 1, observacao: "Sem estoque." },
  });
  const again = await cancel();
  expect([again.status, again.json]).toMatchObject([409, { codigo: "PEDIDO_JA_CANCELADO" }]);
  expect(await order()).toEqual(cancelled);
  expect((await track({ codigoStatus: 50 })).status).toBe(409);
});

test("an order that was tracked can be cancelled still", async () => {
  await track({ codigoStatus: 50, codigoRastreamento: "BR1" });
  expect((await cancel()).status).toBe(200);
});

test("a status that the sandbox does not know is taken, one that leads back or cancels is not", async () => {
  const statuses = [];
  for (const codigoStatus of [40, 7, 40, 10, 90]) {
    statuses.push((await track({ codigoStatus })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 409, 409]);
});

test("every order of the seed can be read, with its parts adding up and nothing in the future", async () => {
  for (let number = 500_001; number <= 500_060; number++) {
    const { status, json } = await lab.call(
      "GET",
      `/portal-seller/pedidos/buscarPedidoPorCodigo/${number}`,
    );
    expect(status).toBe(200);
    const { valorTotal, valorFrete, itens, dataAtualizacao } = json as {
      readonly valorTotal: number;
      readonly valorFrete: number;
      readonly dataAtualizacao: string;
      readonly itens: readonly { readonly quantidade: number; readonly valorUnitario: number }[];
    };
    const sum = itens.reduce((total, item) => total + item.quantidade * item.valorUnitario, 0);
    expect(sum + valorFrete).toBeCloseTo(valorTotal, 5);
    expect(dataAtualizacao <= "2026-11-20T12:00:00.000Z").toBe(true);
  }
});
