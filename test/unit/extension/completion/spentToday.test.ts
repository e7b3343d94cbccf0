import { expect, test } from "vitest";
import type * as vscode from "vscode";

import { SpentToday } from "../../../../src/extension/completion/spentToday.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

function mementoOf(values: Map<string, unknown>): vscode.Memento {
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  } as vscode.Memento;
}

test("two windows add to the same sums, which another day begins anew", () => {
  const clock = new FakeClock();
  const values = new Map<string, unknown>();
  const [one, other] = [mementoOf(values), mementoOf(values)].map(
    (memory) => new SpentToday(memory, clock),
  );
  one?.add({ prompt: 10, completion: 1 }, { input: "1", output: "2" });
  other?.add({ prompt: 20, completion: 2 }, undefined);
  one?.add({ prompt: 30, completion: 3 }, undefined);
  expect(one?.value).toMatchObject({ requests: 3, tokens: 66, cost: 12 });
  expect(other?.value).toEqual(one?.value);
  clock.advance(24 * 3_600_000);
  expect(one?.value).toBeUndefined();
});

test("sums that are none are begun anew", () => {
  const values = new Map<string, unknown>([["aiHub.completion.spent", { day: 7 }]]);
  const spent = new SpentToday(mementoOf(values), new FakeClock());
  expect(spent.value).toBeUndefined();
  spent.add({ prompt: 1, completion: 1 }, undefined);
  expect(spent.value).toMatchObject({ requests: 1, tokens: 2 });
});
