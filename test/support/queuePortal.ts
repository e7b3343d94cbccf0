// A portal of another make, in a process of its own: it answers a write with a protocol and puts it into a queue, which
// it works through after `--after <ms>`, or when `POST /queue` asks for it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const after = Number(process.argv[2] ?? 5_000);
const stock = new Map([
  [1, 5],
  [2, 6],
  [3, 7],
]);
const queue: (readonly [number, number])[] = [];

function workThrough(): void {
  for (const [code, quantity] of queue.splice(0)) {
    stock.set(code, quantity);
  }
}

const server = createServer((request, response) => {
  request.resume();
  const answer = (value: unknown): void => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  const path = request.url ?? "";
  const [, code, quantity] =
    /^\/portal-seller\/estoques\/atualizar\/(\d+)\/(\d+)$/u.exec(path) ?? [];
  if (path === "/sgi-api/oauth/token") {
    answer({
      access_token: "a.b.c",
      token_type: "bearer",
      expires_in: 600,
      codigoSeller: 1001,
      ambiente: "HML",
    });
  } else if (path.startsWith("/portal-seller/estoques/buscar")) {
    answer({
      dados: [...stock].map(([codigoProdutoMarketplace, quantidadeEstoque]) => ({
        codigoProdutoMarketplace,
        quantidadeEstoque,
      })),
    });
  } else if (code !== undefined) {
    queue.push([Number(code), Number(quantity)]);
    setTimeout(workThrough, after).unref();
    answer({ protocolo: queue.length, mensagem: "Solicitação recebida com sucesso." });
  } else if (path === "/queue") {
    workThrough();
    answer({});
  } else {
    response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${portOf(server.address())}\n`);
});

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
