import { expect, test } from "vitest";

import type { PendingApproval } from "../../../src/shared/conversation/tool.ts";
import { faultless, faultsOf, takePicture } from "../../support/drawnPage.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import { openApproval, pending, production, stock } from "./approvals.ts";

const looks: readonly (readonly [string, PendingApproval, Partial<OpenOptions>])[] = [
  ["sandbox", pending(stock), {}],
  ["production", pending(production), { locale: "pt-br" }],
  ["narrow", pending(production), { width: 250 }],
];

test.each(looks)("the %s card is drawn without a fault", async (look, approval, options) => {
  const opened = await openApproval(approval, options);
  for (const theme of ["dark", "light", "hc-dark", "hc-light"] as const) {
    const name = `tools-${look}-${theme}`;
    await applyTheme(opened.page, theme);
    await takePicture(opened.page, name);
    expect({ name, ...(await faultsOf(opened)) }).toEqual({ name, ...faultless });
  }
});
