import type { AddressInfo } from "node:net";

import { createSellerServer } from "./http/nodeServer.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "./openSandbox.ts";

interface ServerOptions extends SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
}

interface RunningSandbox {
  readonly sandbox: Sandbox;
  /** The base address, without a slash at its end. */
  readonly url: string;
  /** Also cuts answers in progress. */
  readonly close: () => Promise<void>;
}

/** Runs the sandbox alone, on this machine only; rejects if the port is taken. */
export async function startSandbox(options: ServerOptions): Promise<RunningSandbox> {
  const sandbox = openSandbox(options);
  const server = createSellerServer(sandbox.app, options.onError ?? (() => {}));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      sandbox.close();
      reject(error);
    });
    server.listen(options.port, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server that listens has such an address
  const { port } = server.address() as AddressInfo;
  return {
    sandbox,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      sandbox.close();
    },
  };
}
