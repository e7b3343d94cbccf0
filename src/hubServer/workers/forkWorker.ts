import { fork } from "node:child_process";

import * as z from "zod/mini";

import type { InnerAddress } from "./innerRequest.ts";
import type { ForkWorker } from "./workerSlot.ts";

const variable = "AI_HUB_INNER";

const innerSchema = z.object({ path: z.string(), secret: z.string() });

export const forkWorker: ForkWorker = (inner) => {
  const child = fork(process.argv[1] ?? "", {
    env: { ...process.env, [variable]: JSON.stringify(inner) },
    // A debugger's port has one owner.
    execArgv: process.execArgv.filter((flag) => !flag.startsWith("--inspect")),
  });
  return {
    pid: child.pid,
    kill: () => void child.kill("SIGKILL"),
    give: (connection) => {
      // The parent process must be able to close the connection of a hanging worker.
      child.send("connection", connection, { keepOpen: true }, (error) => {
        if (error) {
          connection.destroy();
        }
      });
    },
    onExit: (listener) => {
      child.once("exit", (code, signal) => listener(signal ?? `code ${code}`));
      child.on("error", (error) => {
        // A process that could not be started has no exit.
        if (child.pid === undefined) {
          listener(error.message);
        }
      });
    },
  };
};

export function innerAddress(): InnerAddress | undefined {
  const text = process.env[variable];
  delete process.env[variable];
  return text === undefined || !process.send ? undefined : innerSchema.parse(JSON.parse(text));
}
