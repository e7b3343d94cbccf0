import type { AddressInfo } from "node:net";

import { HeldBytes, heldLimits } from "../../src/hubServer/http/heldBytes.ts";
import { createNodeServer } from "../../src/hubServer/http/nodeServer.ts";
import {
  openSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../src/sellerServer/openSandbox.ts";
import { withShapes } from "./sellerShapes/withShapes.ts";

interface ServerOptions extends SandboxOptions {
  /** Answers in other shapes where a request names them; see `withShapes`. */
  readonly hasShapes?: boolean;
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

/** The sandbox alone, on the hub's server; rejects if the port is taken. */
export async function startSandbox(options: ServerOptions): Promise<RunningSandbox> {
  const sandbox = openSandbox(options);
  const app = options.hasShapes === true ? withShapes(sandbox.app) : sandbox.app;
  const server = createNodeServer(app, {
    onError: options.onError ?? (() => {}),
    held: new HeldBytes(heldLimits()),
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      sandbox.close();
      reject(error);
    });
    server.listen(options.port, "127.0.0.1", resolve);
  });
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
