import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request as requestOf, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";

import { ApiError } from "../http/apiError.ts";
import { HeldBytes, heldLimits } from "../http/heldBytes.ts";
import { createNodeServer, type HubApp } from "../http/nodeServer.ts";
import { type InnerAddress, receivedRequest, secretHeader } from "./innerRequest.ts";

/** The longest folder; some systems limit a socket's path to 103 bytes. */
const maxFolderLength = 80;

const protocol = "ai-hub-ledger";

export interface InnerServer {
  readonly path: string;
  readonly server: Server;
  readonly remove: () => void;
}

export interface InnerServerDeps {
  readonly app: HubApp;
  readonly knows: (secret: string) => boolean;
  readonly join: (secret: string, stream: Duplex, head: Buffer) => void;
  readonly onError: (error: unknown) => void;
}

/** Refuses requests without a running worker's secret. */
export async function listenInside(deps: InnerServerDeps): Promise<InnerServer> {
  const { path, remove } = newSocketPath();
  const app: HubApp = async (request) => {
    if (!deps.knows(request.header(secretHeader) ?? "")) {
      return new ApiError(403, "This address is for the hub's own processes.").toResponse();
    }
    return deps.app(receivedRequest(request));
  };
  const held = new HeldBytes(heldLimits());
  const server = createNodeServer(app, { onError: deps.onError, held });
  server.on("upgrade", (incoming, stream, head) => {
    const secret = String(incoming.headers[secretHeader]);
    if (!deps.knows(secret)) {
      stream.destroy();
      return;
    }
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`,
    );
    deps.join(secret, stream, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
  server.on("error", deps.onError);
  return { path, server, remove };
}

/** The path of a socket that only this user can open; on Windows, its name is unguessable. */
function newSocketPath(): Pick<InnerServer, "path" | "remove"> {
  if (process.platform === "win32") {
    const name = randomBytes(16).toString("hex");
    return { path: `\\\\.\\pipe\\ai-hub-${name}`, remove: () => undefined };
  }
  const parent = tmpdir().length > maxFolderLength ? "/tmp" : tmpdir();
  const folder = mkdtempSync(join(parent, "ai-hub-"));
  return {
    path: join(folder, "ledger"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function joinInside({
  path: socketPath,
  secret,
}: InnerAddress): Promise<{ readonly stream: Duplex; readonly head: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = requestOf({
      socketPath,
      agent: false,
      headers: { connection: "upgrade", upgrade: protocol, [secretHeader]: secret },
    });
    outgoing.on("upgrade", (_, stream, head) => resolve({ stream, head }));
    outgoing.on("response", () =>
      reject(new Error("The hub's first process refused this worker.")),
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
}
