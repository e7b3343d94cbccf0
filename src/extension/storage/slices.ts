import { setImmediate } from "node:timers/promises";

/** How long work goes on before other work may run. */
const sliceMs = 8;

/** Lets other work run whenever a slice of time is used up; call it between small steps. */
export function createSlices(): () => Promise<void> | undefined {
  let start = performance.now();
  const pause = async (): Promise<void> => {
    await setImmediate();
    start = performance.now();
  };
  return () => (performance.now() - start < sliceMs ? undefined : pause());
}
