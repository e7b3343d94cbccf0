import { expect, test } from "vitest";

import {
  ChangeGatherer,
  type Gathered,
} from "../../../../src/extension/codeIndex/changeGatherer.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

function gathering(): {
  readonly clock: FakeClock;
  readonly told: Gathered[];
  readonly gatherer: ChangeGatherer;
} {
  const clock = new FakeClock();
  const told: Gathered[] = [];
  const gatherer = new ChangeGatherer(clock, (changes) => told.push(changes));
  return { clock, told, gatherer };
}

test("changes within 300 ms are told together, each path once", () => {
  const { clock, told, gatherer } = gathering();
  gatherer.add("a.ts");
  clock.advance(200);
  gatherer.add("b.ts");
  gatherer.add("a.ts");
  clock.advance(100);
  expect(told).toEqual([["a.ts", "b.ts"]]);
});

test("more changes than can be named are told as all", () => {
  const { clock, told, gatherer } = gathering();
  for (let index = 0; index <= 2_000; index += 1) {
    gatherer.add(`file${index}.ts`);
  }
  clock.advance(300);
  expect(told).toEqual(["all"]);
});

test("installed packages and Git's own files are no changes, another head is", () => {
  const { clock, told, gatherer } = gathering();
  gatherer.add("web/node_modules/x/index.js");
  gatherer.add(".git/index.lock");
  gatherer.add(".git");
  clock.advance(300);
  expect(told).toEqual([]);
  gatherer.add(".git/HEAD");
  clock.advance(300);
  expect(told).toEqual([[".git/HEAD"]]);
});
