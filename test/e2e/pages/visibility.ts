import type { Locator } from "playwright-core";

const settleMs = 2_000;

/** Whether it is seen within the time that the editor takes to answer a key or a click. */
export function isSoonVisible(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: settleMs }).then(
    () => true,
    () => false,
  );
}
