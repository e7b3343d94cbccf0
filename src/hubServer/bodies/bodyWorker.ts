import { setPriority } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";

import { type BodyJob, type BodyOutcome, runBodyJob } from "./bodyJobs.ts";

/** Marks this module's own thread; the program that it is bundled with checks the mark too. */
const role = "hub-bodies";

export const isBodyWorker: boolean = workerData === role;

/** More memory than a body of 32 MB needs, whatever its content. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 };

/** Starts the thread. In the bundle it loads the whole program, which then does nothing else. */
export function startBodyWorker(): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: role,
    resourceLimits,
    // The arguments and the environment are for the main program; the thread gets neither.
    argv: [],
    env: {},
  });
  worker.unref();
  return worker;
}

/** Buffers that this thread made and no longer needs: they are transferred without a copy. */
function transferred(outcome: BodyOutcome): ArrayBuffer[] {
  if (outcome.kind === "refused") {
    return [];
  }
  const { result } = outcome;
  const bytes =
    "body" in result ? result.body : "masked" in result ? result.masked?.bytes : undefined;
  return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

/** Below the main thread: with few processors it must not wait for this one. */
const niceness = 5;

if (isBodyWorker) {
  if (process.platform === "linux") {
    // Elsewhere it would be the priority of the whole process.
    setPriority(niceness);
  }
  parentPort?.on("message", (job: BodyJob) => {
    const outcome: BodyOutcome = runBodyJob(job);
    parentPort?.postMessage(outcome, transferred(outcome));
  });
}
