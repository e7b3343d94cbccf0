import type { Locator } from "playwright-core";

/** How long the editor may take to answer a key or a click, in milliseconds. */
export const settleMs = 3_000;

/** Whether it is seen within the time that the editor takes to answer a key or a click. */
export function isSoonVisible(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: settleMs }).then(
    () => true,
    () => false,
  );
}

/** Whether it goes away within that time. */
export function isSoonHidden(locator: Locator): Promise<boolean> {
  return locator.waitFor({ state: "hidden", timeout: settleMs }).then(
    () => true,
    () => false,
  );
}
