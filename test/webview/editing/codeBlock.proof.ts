import { expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { takePicture } from "../../support/drawnPage.ts";
import { openMenu, parts } from "./codeBlockPage.ts";

test.each([
  ["light", 400],
  ["dark", 260],
  ["hc-dark", 260],
] as const)("blocks and their menu have no violation in %s at %i px", async (theme, width) => {
  const { page } = await openMenu({ theme, width });
  await takePicture(page, `codeBlock-${theme}-${width}`);
  expect(await violations(page, parts)).toEqual([]);
});
