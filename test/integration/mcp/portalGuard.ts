import { createServer } from "node:http";

/** The sandbox behind a server that answers some requests itself. */
export async function withGuard(
  portalUrl: string,
  answer: (path: string) => { readonly status: number; readonly body: string } | undefined,
  run: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void (async () => {
        const { method = "GET", url = "/", headers } = request;
        const own = answer(url);
        if (own) {
          response.writeHead(own.status, { "content-type": "application/json" }).end(own.body);
          return;
        }
        const { authorization, "content-type": type } = headers;
        const got = await fetch(portalUrl + url, {
          method,
          headers: {
            ...(authorization !== undefined && { authorization }),
            ...(type !== undefined && { "content-type": type }),
          },
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        });
        const contentType = got.headers.get("content-type") ?? "application/json";
        response.writeHead(got.status, { "content-type": contentType }).end(await got.text());
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  try {
    await run(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
  }
}
