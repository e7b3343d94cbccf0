import { expect, test } from "vitest";

import { ContextCounter } from "../../../../../src/extension/context/prompt/contextCounter.ts";
import { watchMeter } from "../../../../../src/extension/context/prompt/meterWatch.ts";
import type { ContextMeterFacts } from "../../../../../src/shared/calls/contextCalls.ts";
import { SessionLab, settle } from "../../../../support/sessionLab.ts";

const memory = { get: () => undefined, keys: () => [], update: () => Promise.resolve() };
const noChange = () => ({ dispose: () => undefined });

async function watchedChat() {
  const lab = new SessionLab();
  const conversation = await lab.open();
  const shown: ContextMeterFacts[] = [];
  let counts = 0;
  const counter = new ContextCounter(memory, () => {
    counts += 1;
    return [];
  });
  const model = { id: "m", name: "M", capabilities: {} };
  const watching = watchMeter(
    conversation,
    {
      showContextMeter: (facts) => {
        shown.push(facts);
      },
    },
    {
      counter,
      models: {
        selectedModel: model,
        listed: () => undefined,
        onDidChangeSelection: noChange,
      },
      chatTools: { onDidChange: noChange },
      clock: lab.clock,
    },
  );
  return { lab, ...conversation, shown, watching, counts: () => counts };
}

test("a message is on its way to the hub before the next request is counted, once", async () => {
  const { lab, session, draft, shown, counts } = await watchedChat();
  lab.clock.advance(1_000);
  const before = { counts: counts(), shown: shown.length };
  session.send("Hello", [], "m");
  draft.clear(1);
  await settle();
  expect({ asked: lab.asked, counts: counts() }).toEqual({
    asked: ["m: Hello"],
    counts: before.counts,
  });
  lab.clock.advance(1_000);
  expect(shown.slice(before.shown)).toMatchObject([{ sentMessages: 2 }]);
});

test("nothing is counted for a page that has gone", async () => {
  const { lab, session, shown, watching } = await watchedChat();
  session.send("Hello", [], "m");
  watching.dispose();
  lab.clock.advance(1_000);
  expect(shown).toEqual([]);
});
