import { afterEach, beforeEach, expect, test } from "vitest";

import { deferred } from "../../support/deferred.ts";
import { EmbeddingHub } from "./embeddingHub.ts";
import { setUpFolder } from "./indexedFolder.ts";
import { LongTimers } from "./longTimers.ts";
import { build, KeptValue, type OpenStage, partText, SemanticWorld } from "./semanticWorld.ts";

const folder = setUpFolder();
const dayMs = 24 * 60 * 60_000;
let hub: EmbeddingHub;
let clock: LongTimers;
let world: SemanticWorld;
let opened: OpenStage[];

beforeEach(async () => {
  hub = new EmbeddingHub();
  await hub.listen();
  clock = new LongTimers();
  world = new SemanticWorld(hub);
  world.clock = clock;
  opened = [];
  folder.write("src/part0.ts", partText(0));
});

afterEach(async () => {
  for (const { calls, stage } of opened) {
    stage.dispose();
    await calls.close();
  }
  hub.close();
});

test("a change while the index is built is sent after it, without another change", async () => {
  const window = await openWindow();
  const reached = deferred<undefined>();
  const released = deferred<undefined>();
  hub.hold = async () => {
    reached.resolve(undefined);
    await released.promise;
  };
  const building = build(window.stage);
  await reached.promise;
  await change(window, 1);
  released.resolve(undefined);
  await building;
  expect(sentParts()).toEqual([0]);
  clock.fire();
  await untilSent(window, [0, 1]);
});

test("after 4,000 chunks of a day no more is sent by itself; the next day, or a new build, goes on", async () => {
  const window = await openWindow();
  await build(window.stage);
  world.sentToday.set({ day: today(), sent: 3_999 });
  await change(window, 1);
  clock.fire();
  await expect.poll(() => window.stage.phase).toBe("capped");
  expect(sentParts()).toEqual([0]);
  clock.ahead = dayMs;
  world.changes.fire(undefined);
  clock.fire();
  await untilSent(window, [0, 1]);
  expect(world.sentToday.get()).toEqual({ day: today(), sent: 2 });
  world.sentToday.set({ day: today(), sent: 4_000 });
  await change(window, 2);
  clock.fire();
  await expect.poll(() => window.stage.phase).toBe("capped");
  expect((await build(window.stage)).outcome).toBe("complete");
  await change(window, 3);
  clock.fire();
  await untilSent(window, [0, 1, 2, 3]);
});

test("what one window has sent today counts in the other, also while both send", async () => {
  const [one, other] = [await openWindow(), await openWindow()];
  await build(one.stage);
  world.sentToday.set({ day: today(), sent: 3_997 });
  await change(one, 1);
  await other.calls.refresh({ folder: folder.code });
  clock.fire();
  // Both windows have two chunks to send, and three are left: only the first may.
  await expect
    .poll(() => [one.stage.phase, other.stage.phase].toSorted())
    .toEqual(["capped", "ready"]);
});

test("a build in one workspace begins the day's count anew there, not in the others", async () => {
  const window = await openWindow();
  await build(window.stage);
  // The person agrees to more in another workspace.
  const here = world.agreed;
  world.agreed = new KeptValue();
  const elsewhere = await openWindow();
  world.sentToday.set({ day: today(), sent: 4_000 });
  await build(elsewhere.stage);
  world.agreed = here;
  elsewhere.stage.dispose();
  await change(window, 1);
  clock.fire();
  await expect.poll(() => window.stage.phase).toBe("capped");
  expect(world.sentToday.get()).toEqual({ day: today(), sent: 4_000 });
});

test("below 80 % of the budget it goes on by itself", async () => {
  const window = await openWindow();
  await build(window.stage);
  hub.used = 81;
  await change(window, 1);
  clock.fire();
  await expect.poll(() => window.stage.phase).toBe("waiting");
  expect(sentParts()).toEqual([0]);
  hub.used = 20;
  expect(clock.waiting).toBe(1);
  clock.fire();
  await untilSent(window, [0, 1]);
});

test("a query that is on its way ends with the window", async () => {
  const window = await openWindow();
  await build(window.stage);
  const asked = deferred<undefined>();
  hub.hold = () => {
    asked.resolve(undefined);
    return new Promise(() => undefined);
  };
  const vector = window.stage.similarTo("Routine");
  await asked.promise;
  const closed = hub.nextClosed();
  window.stage.dispose();
  await closed;
  expect(await vector).toBeUndefined();
});

async function openWindow(): Promise<OpenStage> {
  const window = await world.open(folder);
  opened.push(window);
  return window;
}

/** A new file of two chunks, which the index has read. */
async function change({ calls }: OpenStage, part: number): Promise<void> {
  folder.write(`src/part${part}.ts`, partText(part));
  await calls.refresh({ folder: folder.code });
  world.changes.fire(undefined);
}

async function untilSent({ stage }: OpenStage, parts: readonly number[]): Promise<void> {
  await expect
    .poll(() => ({ parts: sentParts(), phase: stage.phase }))
    .toEqual({ parts, phase: "ready" });
}

function sentParts(): readonly number[] {
  const numbers = hub.texts.map((text) => Number(/Routine(\d+)/u.exec(text)?.[1] ?? Number.NaN));
  return numbers.filter((number) => !Number.isNaN(number)).toSorted((a, b) => a - b);
}

function today(): number {
  return Math.floor(clock.now() / dayMs);
}
