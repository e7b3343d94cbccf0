import { parentPort, Worker, workerData } from "node:worker_threads";

import { type BodyJob, type BodyOutcome, runBodyJob } from "./bodyJobs.ts";
import { lowerPriority } from "./lowerPriority.ts";

const role = "hub-bodies";

export const isBodyWorker: boolean = workerData === role;

/** More than any body of 32 MB needs. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 };

export function startBodyWorker(): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: role,
    resourceLimits,
    // Hides the main program's arguments and environment.
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
  if (result === "hasPdfs") {
    return [];
  }
  const bytes =
    "body" in result ? result.body : "masked" in result ? result.masked?.bytes : undefined;
  return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

/** The thread's lower priority, so that the main thread need not wait for it. */
const niceness = 5;

if (isBodyWorker) {
  if (process.platform === "linux") {
    lowerPriority(niceness);
  }
  parentPort?.on("message", (job: BodyJob) => {
    void runBodyJob(job).then((outcome) => parentPort?.postMessage(outcome, transferred(outcome)));
  });
}
