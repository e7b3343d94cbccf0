import { createServer } from "node:http";

export interface OddPortal {
  readonly url: string;
  /** The writes as they arrived: product and quantity. */
  readonly writes: (readonly [code: number, quantity: number])[];
  readonly close: () => Promise<void>;
}

interface Oddity {
  /** The answer to a write. */
  readonly answer: (code: number, quantity: number) => object;
  /** The list of stocks at its n-th reading, from 1, whatever was written. */
  readonly stock: (reading: number, writes: OddPortal["writes"]) => ReadonlyMap<number, number>;
}

/** The fields of a stock, as this portal answers a write with them. */
export function echo(code: number, quantity: number): object {
  return { codigoProdutoMarketplace: code, quantidadeEstoque: quantity };
}

/** A portal of another make, for the seller 1001, whose list is not what was written. */
export async function startOddPortal({ answer, stock }: Oddity): Promise<OddPortal> {
  const writes: [number, number][] = [];
  let readings = 0;
  const answerTo = (path: string): object | undefined => {
    const [, code, quantity] = /\/estoques\/atualizar\/(\d+)\/(\d+)$/u.exec(path) ?? [];
    if (path === "/sgi-api/oauth/token") {
      const token = { access_token: "a.b.c", token_type: "bearer", expires_in: 600 };
      return { ...token, codigoSeller: 1001, ambiente: "HML" };
    }
    if (code !== undefined) {
      writes.push([Number(code), Number(quantity)]);
      return answer(Number(code), Number(quantity));
    }
    if (path.startsWith("/portal-seller/estoques/buscar")) {
      readings += 1;
      return [...stock(readings, writes)].map(([one, count]) => echo(one, count));
    }
    return undefined;
  };
  const server = createServer((request, response) => {
    request.resume();
    const found = answerTo(request.url ?? "");
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    writes,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
