type Task = () => Promise<void>;

/** vitest loads the environment and the tests as modules of their own: they share only the global object. */
const holder = globalThis as typeof globalThis & { aiHubWorkerEnd?: Task[] };

/** Lets the files of this worker share what ends with it. */
export function shareWorker(): void {
  holder.aiHubWorkerEnd = [];
}

/** False in a benchmark, which is no worker of vitest. */
export function isWorkerShared(): boolean {
  return holder.aiHubWorkerEnd !== undefined;
}

/** Runs the task when this worker has no more files. */
export function atWorkerEnd(task: Task): void {
  holder.aiHubWorkerEnd?.push(task);
}

export async function endWorker(): Promise<void> {
  await Promise.all(holder.aiHubWorkerEnd?.map((task) => task()) ?? []);
}
