import { setImmediate } from "node:timers/promises";

const sliceMs = 8;

/** Yields when a slice is used up; call it between small steps. */
export function createSlices(): () => Promise<void> | undefined {
  let start = performance.now();
  const pause = async (): Promise<void> => {
    await setImmediate();
    start = performance.now();
  };
  return () => (performance.now() - start < sliceMs ? undefined : pause());
}
