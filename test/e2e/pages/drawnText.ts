import { expect } from "vitest";

import type { Workbench } from "./workbench.ts";

/** Waits for a text that the editor draws behind the code, by a style. */
export async function waitForDrawn({ page }: Workbench, text: string): Promise<void> {
  await expect
    .poll(() =>
      page
        .locator(".view-lines span")
        .evaluateAll((all) => all.map((one) => getComputedStyle(one, "::after").content).join()),
    )
    .toContain(text);
}
