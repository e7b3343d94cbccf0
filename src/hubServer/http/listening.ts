import type { Server } from "node:http";
import type { AddressInfo, Server as AnyServer } from "node:net";

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export function listen(server: AnyServer, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { readonly code?: string }): void => {
      reject(new Error(listenMessage(error, host, port), { cause: error }));
    };
    server.once("error", fail);
    server.listen({ host, port }, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

function listenMessage(
  error: Error & { readonly code?: string },
  host: string,
  port: number,
): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} is in use by another program. Give another with --port, or 0 for a free one.`;
    case "EACCES":
      return `Port ${port} may not be used by this user. Give one above 1023 with --port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Give another with --host.`;
    default:
      return `The hub cannot listen on ${host}:${port}: ${error.message}`;
  }
}

export function portOf(server: AnyServer): number {
  return addressOf(server)?.port ?? 0;
}

function addressOf(server: AnyServer): AddressInfo | undefined {
  const address = server.address();
  return address === null || typeof address === "string" ? undefined : address;
}

export function urlOf(port: number, host: string): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`;
}

export async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Clients would keep idle connections open.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(deadline);
}
