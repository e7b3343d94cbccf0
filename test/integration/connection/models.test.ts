import { beforeEach, expect, test } from "vitest";

import { Models } from "../../../src/extension/connection/models.ts";
import type { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const model = (id: string, more: Partial<HubModel> = {}): HubModel => ({
  id,
  name: id,
  capabilities: {},
  ...more,
});

let listed: readonly HubModel[];
let didChange: Emitter<undefined>;
let didChangeSetting: Emitter<undefined>;
let chosen: string;
/** Writes of the setting that the editor has not done yet. */
let writes: (() => void)[];
let isModelLocked: boolean;
let models: Models;

beforeEach(async () => {
  listed = [model("locked", { locked: {} }), model("a"), model("b")];
  didChange = new Emitter<undefined>();
  didChangeSetting = new Emitter<undefined>();
  chosen = "";
  writes = [];
  isModelLocked = false;
  // Sound: nothing else of the client is used for a list of models.
  const client = { listModels: () => Promise.resolve(listed) } as unknown as HubClient;
  models = new Models({
    connection: { client, onDidChange: didChange.event, start: () => Promise.resolve() },
    settings: {
      model: () => chosen,
      isModelLocked: () => isModelLocked,
      setModel: (id) =>
        new Promise((resolve) => {
          writes.push(() => {
            chosen = id;
            didChangeSetting.fire(undefined);
            resolve();
          });
        }),
      onDidChange: (_name, listener) => didChangeSetting.event(listener),
    },
    clock: new FakeClock(),
  });
  await models.list({ refresh: false });
});

const locks = async (): Promise<Record<string, boolean>> => {
  const { models: all } = await models.list({ refresh: false });
  return Object.fromEntries(all.map(({ id, locked }) => [id, locked !== undefined]));
};

test("a locked model is never chosen without being asked for", () => {
  expect(models.selected).toBe("a");
});

test("a model that the organisation has set stays, whatever the person chooses", () => {
  [chosen, isModelLocked] = ["a", true];
  void models.select("b");
  expect(models.selected).toBe("a");
});

test("a model that the hub refused is shown locked until another connection", async () => {
  models.noteRefused("b");
  models.noteRefused("never-listed");
  expect(await locks()).toEqual({ locked: true, a: false, b: true, "never-listed": true });
  didChange.fire(undefined);
  expect(await locks()).toEqual({ locked: true, a: false, b: false });
});

test("a chosen model that has vanished from the list is known to be missing", async () => {
  void models.select("b");
  expect(models.isSelectedUnlisted).toBe(false);
  listed = [model("a")];
  await models.list({ refresh: true });
  expect([models.selected, models.isSelectedUnlisted]).toEqual(["b", true]);
});

test("a choice counts at once, whatever the settings tell of earlier ones meanwhile", async () => {
  const first = models.select("a");
  const second = models.select("b");
  writes.shift()?.();
  expect([chosen, models.selected]).toEqual(["a", "b"]);
  writes.shift()?.();
  await Promise.all([first, second]);
  expect([chosen, models.selected]).toEqual(["b", "b"]);
});

test("what the person writes into the settings counts after that", async () => {
  const selecting = models.select("a");
  writes.shift()?.();
  await selecting;
  chosen = "b";
  didChangeSetting.fire(undefined);
  expect(models.selected).toBe("b");
});
