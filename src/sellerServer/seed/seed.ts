import { orderStatus } from "../orders/order.ts";
import { putOrder } from "../orders/orderStore.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { seedCatalogue, type SeedProduct } from "./catalogue.ts";
import { seedOrder } from "./orders.ts";
import { Sequence } from "./sequence.ts";
import { pricedStates, seedStates } from "./states.ts";

export interface SeedSeller {
  readonly codigoSeller: number;
  readonly nome: string;
  readonly clientId: string;
  readonly firstProduct: number;
  readonly productCount: number;
  readonly firstOrder: number;
  readonly orderCount: number;
}

export const mainSeller: SeedSeller = {
  codigoSeller: 1001,
  nome: "Empório Serra Clara (sandbox)",
  clientId: "seller-1001-hml",
  firstProduct: 1,
  productCount: 5000,
  firstOrder: 500_001,
  orderCount: 60,
};

export const otherSeller: SeedSeller = {
  codigoSeller: 2002,
  nome: "Mercearia Rio Manso (sandbox)",
  clientId: "seller-2002-hml",
  firstProduct: 5001,
  productCount: 40,
  firstOrder: 600_001,
  orderCount: 3,
};

/** Fills an empty database with the same data each time, dated relative to `now`. */
export function seed(
  db: SandboxDatabase,
  now: Date,
  sellers: readonly SeedSeller[] = [mainSeller, otherSeller],
): void {
  const catalogue = seedCatalogue();
  for (const seller of sellers) {
    const { codigoSeller, nome, clientId, firstProduct, productCount } = seller;
    db.run("INSERT INTO seller VALUES ($codigoSeller, $nome, $clientId)", {
      codigoSeller,
      nome,
      clientId,
    });
    const products = new Map(
      catalogue
        .slice(firstProduct - 1, firstProduct - 1 + productCount)
        .map((product, index) => [firstProduct + index, product]),
    );
    const sequence = new Sequence(codigoSeller);
    seedProducts(db, { codigoSeller, products, sequence, now });
    seedConditions(db, codigoSeller, now);
    seedOrders(db, seller, { codigoSeller, products, sequence, now });
  }
}

interface SeedContext {
  readonly codigoSeller: number;
  readonly products: ReadonlyMap<number, SeedProduct>;
  readonly sequence: Sequence;
  readonly now: Date;
}

const dayMs = 24 * 60 * 60_000;

function seedProducts(
  db: SandboxDatabase,
  { codigoSeller, products, sequence, now }: SeedContext,
): void {
  const since = new Date(now.getTime() - 90 * dayMs).toISOString();
  for (const [codigo, { body, centavos }] of products) {
    db.run(
      `INSERT INTO produto VALUES ($codigo, $codigoSeller, $codigoProdutoSeller, $descricao, $codigoNcmBase,
         $codigoBarrasEAN, $codigoMarca, $codigoMercadoria, $codigoDepartamento, $codigoCategoria, $peso, $altura,
         $largura, $comprimento, $prazoValidade, $quantidadeMinimaFracionada, 1, $since, $since, $estoque, $since)`,
      {
        ...body,
        peso: JSON.stringify(body.peso),
        altura: JSON.stringify(body.altura),
        largura: JSON.stringify(body.largura),
        comprimento: JSON.stringify(body.comprimento),
        prazoValidade: body.prazoValidade ?? null,
        codigo,
        codigoSeller,
        since,
        estoque: sequence.between(1, 25) === 1 ? 0 : sequence.between(1, 900),
      },
    );
    for (const [estado, percent] of pricedStates) {
      db.run(
        "INSERT INTO preco VALUES ($codigo, $estado, $codigoSeller, $valor, $since, NULL, $since)",
        {
          codigo,
          estado,
          codigoSeller,
          valor: JSON.stringify(Math.round((centavos * percent) / 100) / 100),
          since,
        },
      );
    }
  }
}

function seedConditions(db: SandboxDatabase, codigoSeller: number, now: Date): void {
  const since = new Date(now.getTime() - 90 * dayMs).toISOString();
  for (const { codigo, faixas, pedidoMinimo } of seedStates) {
    db.run("INSERT INTO pedidoMinimo VALUES ($codigoSeller, $codigo, $valor, $since)", {
      codigoSeller,
      codigo,
      valor: JSON.stringify(pedidoMinimo / 100),
      since,
    });
    for (const [inicio, fim, dias] of faixas) {
      db.run(
        "INSERT INTO prazo VALUES ($codigoSeller, $codigo, $inicio, $fim, $dias, $since, $since)",
        { codigoSeller, codigo, inicio: `${inicio}000`, fim: `${fim}999`, dias, since },
      );
    }
  }
}

const { received, approved, picking, invoiced, shipped, delivered, cancelled } = orderStatus;

const standings = [approved, received, picking, approved, invoiced, shipped, delivered, cancelled];

function seedOrders(
  db: SandboxDatabase,
  { firstOrder, orderCount }: SeedSeller,
  { codigoSeller, products, sequence, now }: SeedContext,
): void {
  for (let index = 0; index < orderCount; index++) {
    const codigoStatus = standings[index % standings.length] ?? approved;
    // A received order is new; the others are old enough for all their steps.
    const ageMs = codigoStatus === received ? 0 : dayMs * (1 + index / 4);
    putOrder(
      db,
      seedOrder(sequence, {
        numeroPedido: firstOrder + index,
        codigoSeller,
        codigoStatus,
        dataPedido: new Date(now.getTime() - ageMs),
        products,
      }),
    );
  }
}
