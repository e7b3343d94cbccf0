import { getPriority, setPriority } from "node:os";

/** Lets others go first, such as the main thread. A hub that runs at a lower priority keeps it. */
export function lowerPriority(niceness: number): void {
  setPriority(Math.max(getPriority(), niceness));
}
