import { errors, type Locator } from "playwright-core";

/** How long the editor may take to answer a key or a click, in milliseconds. */
export const settleMs = 3_000;

/** Whether the element becomes visible within this time. */
export function isSoonVisible(locator: Locator, timeout = settleMs): Promise<boolean> {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

/** Whether the element disappears within `settleMs`. */
export function isSoonHidden(locator: Locator): Promise<boolean> {
  return locator.waitFor({ state: "hidden", timeout: settleMs }).then(
    () => true,
    () => false,
  );
}

/** Waits for an action; false if its time ran out. */
export async function isDone(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) {
      return false;
    }
    throw error;
  }
}
