import { setPriority } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";

import { type BodyJob, type BodyOutcome, runBodyJob } from "./bodyJobs.ts";

/** Marks this module's own thread; the program that it is bundled with checks the mark too. */
const role = "hub-bodies";

export const isBodyWorker: boolean = workerData === role;

/** More memory than a body of 32 MB needs, whatever its content. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 };

/** In the bundle, the thread loads the whole program, which then does nothing else. */
export function startBodyWorker(): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: role,
    resourceLimits,
    // The thread needs neither the arguments nor the environment of the main program.
    argv: [],
    env: {},
  });
  worker.unref();
  return worker;
}

function transferred(outcome: BodyOutcome): ArrayBuffer[] {
  if (outcome.kind === "refused") {
    return [];
  }
  const { result } = outcome;
  const bytes =
    "body" in result ? result.body : "masked" in result ? result.masked?.bytes : undefined;
  return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

/** Below the main thread, which must not wait for this one. */
const niceness = 5;

if (isBodyWorker) {
  if (process.platform === "linux") {
    // Elsewhere this would set the priority of the whole process.
    setPriority(niceness);
  }
  parentPort?.on("message", (job: BodyJob) => {
    const outcome: BodyOutcome = runBodyJob(job);
    parentPort?.postMessage(outcome, transferred(outcome));
  });
}
