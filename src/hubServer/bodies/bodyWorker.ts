import { parentPort, Worker, workerData } from "node:worker_threads";

import { type BodyJob, type BodyOutcome, runBodyJob } from "./bodyJobs.ts";

/** Tells this module that it was started as the thread; the program that it is bundled with looks at it too. */
const role = "hub-bodies";

export const isBodyWorker: boolean = workerData === role;

/** More memory than a body of 32 MB needs, however it is made. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 };

/** Starts the thread. In the bundle this module is the whole program, which then does nothing else. */
export function startBodyWorker(): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: role,
    resourceLimits,
    // The arguments are the program's; a thread has no use for them, nor for its environment.
    argv: [],
    env: {},
  });
  worker.unref();
  return worker;
}

/** Bytes that this thread made and keeps no more: they change hands without a copy. */
function transferred(outcome: BodyOutcome): ArrayBuffer[] {
  if (outcome.kind === "refused") {
    return [];
  }
  const { result } = outcome;
  const bytes =
    "body" in result ? result.body : "masked" in result ? result.masked?.bytes : undefined;
  return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

if (isBodyWorker) {
  parentPort?.on("message", (job: BodyJob) => {
    const outcome: BodyOutcome = runBodyJob(job);
    parentPort?.postMessage(outcome, transferred(outcome));
  });
}
