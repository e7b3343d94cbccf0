import type { Locator } from "playwright-core";
import * as z from "zod/mini";

declare global {
  var enters: number[] | undefined;
}

/** Notes from here on when the page of a field gets each Enter. */
export async function watchEnter(field: Locator): Promise<void> {
  await field.evaluate((element) => {
    const enters: number[] = [];
    globalThis.enters = enters;
    element.ownerDocument.addEventListener(
      "keydown",
      ({ key, timeStamp }) => {
        if (key === "Enter") {
          enters.push(performance.timeOrigin + timeStamp);
        }
      },
      { capture: true },
    );
  });
}

/** What `watchEnter` noted, in milliseconds of the epoch. */
export async function entersOf(field: Locator): Promise<readonly number[]> {
  return z.array(z.number()).parse(await field.evaluate(() => globalThis.enters));
}
