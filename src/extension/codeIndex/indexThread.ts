import { Worker } from "node:worker_threads";

import { indexCalls } from "../../codeIndex/indexCalls.ts";
import { type Channel, RpcClient } from "../../shared/rpc.ts";
import type { IndexHost } from "./indexHost.ts";

/** Starts the thread of the code index from its program. It reads the disk and never the editor. */
export function startIndexThread(program: string): IndexHost {
  const worker = new Worker(program, { execArgv: [], name: "ai-hub-code-index" });
  const channel: Channel = {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => {
      worker.on("message", listener);
      return { dispose: () => worker.off("message", listener) };
    },
  };
  const client = new RpcClient(channel, indexCalls);
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      client.dispose();
      resolve();
    });
    // What follows is an exit.
    worker.on("error", () => undefined);
  });
  return {
    calls: client.calls,
    ended,
    dispose: () => {
      client.dispose();
      void worker.terminate();
    },
  };
}
