import { Worker } from "node:worker_threads";

import { callsOver } from "../../codeIndex/threadCalls.ts";
import type { IndexHost } from "./indexHost.ts";

/** The thread reads the disk, never the editor. */
export function startIndexThread(program: string): IndexHost {
  const worker = new Worker(program, { execArgv: [], name: "ai-hub-code-index" });
  const client = callsOver({
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => {
      worker.on("message", listener);
      return { dispose: () => worker.off("message", listener) };
    },
  });
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      client.dispose();
      resolve();
    });
    // An exit event follows.
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
