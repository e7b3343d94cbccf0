import { expect, test } from "vitest";

import { Composer } from "../../../../src/webview/page/state/composer.ts";
import { PageMemory } from "../../../../src/webview/page/state/pageMemory.ts";
import { Switching } from "../../../../src/webview/page/state/switching.ts";
import { deferred } from "../../../support/deferred.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { settle } from "../../../support/sessionLab.ts";

test("Enter before the fork is drawn waits for it and sends there", async () => {
  const memory = new PageMemory({ read: () => undefined, write: () => undefined });
  const composer = new Composer({
    clock: new FakeClock(),
    memory,
    saveDraft: () => Promise.resolve(),
  });
  const drawn = deferred<undefined>();
  const switching = new Switching(composer, async () => {
    await drawn.promise;
  });
  composer.enter("c1", { text: "", version: 0 });
  const forked = switching.by(() => Promise.resolve(true));
  composer.type("In the fork");
  composer.sendAfterSwitch();
  await settle();
  expect(switching.pending).toBeDefined();
  composer.enter("fork", { text: "", version: 0 });
  drawn.resolve(undefined);
  await forked;
  expect({ text: composer.text.value, pending: switching.pending }).toEqual({
    text: "In the fork",
    pending: undefined,
  });
});
