import { expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { agentViews } from "./agentViews.ts";

test.each(Object.entries(agentViews))("%s is drawn without a fault", async (_, show) => {
  const opened = await show({});
  expect(await faultsOf(opened)).toEqual(faultless);
});
