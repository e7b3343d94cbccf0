import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import {
  laterCommands,
  laterHandlers,
  LaterPart,
} from "../../../../src/extension/editor/laterPart.ts";
import { deferred } from "../../../support/deferred.ts";

const told: string[] = vi.hoisted(() => []);

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  window: {
    showErrorMessage: (text: string) => {
      told.push(text);
    },
  },
}));

beforeEach(() => {
  told.length = 0;
});

/** A part that counts how often it was disposed. */
class Counted {
  disposals = 0;
  readonly commands = {
    twice: (value: unknown) => Promise.resolve(Number(value) * 2),
  };
  dispose(): void {
    this.disposals += 1;
  }
}

test("two first uses at once build a part once", async () => {
  let builds = 0;
  const part = new LaterPart(() => {
    builds += 1;
    return Promise.resolve(new Counted());
  });
  const [first, second] = await Promise.all([part.get(), part.get()]);
  expect({ builds, isSame: first === second }).toEqual({ builds: 1, isSame: true });
});

test("a part that cannot be loaded is told of, and tried again at the next use", async () => {
  let isThere = false;
  const part = new LaterPart(() =>
    isThere ? Promise.resolve(new Counted()) : Promise.reject(new Error("Cannot find module")),
  );
  await expect(part.get()).rejects.toThrow("could not be loaded");
  expect(told).toEqual([expect.stringContaining("Reload the window")]);
  isThere = true;
  expect(await part.get()).toBeInstanceOf(Counted);
});

test("a part is disposed once, also if its loading ends only after that", async () => {
  const loading = deferred<Counted>();
  const part = new LaterPart(() => loading.promise);
  const got = part.get();
  part.dispose();
  loading.resolve(new Counted());
  expect((await got).disposals).toBe(1);
  part.dispose();
  expect((await got).disposals).toBe(1);
});

test("a part that nobody used is never built", () => {
  const build = vi.fn(() => Promise.resolve(new Counted()));
  new LaterPart(build).dispose();
  expect(build).not.toHaveBeenCalled();
});

test("a command loads its part at its first use and passes its arguments on", async () => {
  const part = new LaterPart(() => Promise.resolve(new Counted()));
  const { twice } = laterCommands(["twice"], () => part.get());
  expect(await twice(21)).toBe(42);
});

const calls = { add: { params: z.number(), result: z.number() } };

/** Handlers of a page that add to the sum of its earlier calls. */
function summing(): { readonly add: (value: number) => number } {
  let sum = 0;
  return {
    add: (value) => {
      sum += value;
      return sum;
    },
  };
}

test("calls of a page that come while its handlers are loaded are answered in their order", async () => {
  const loading = deferred<typeof summing>();
  const handlers = laterHandlers(calls, () => loading.promise);
  const [first, second] = [handlers("first page"), handlers("second page")];
  const answers = Promise.all(
    [first.add(1), first.add(2), second.add(10)].map((answer) => Promise.resolve(answer)),
  );
  loading.resolve(summing);
  expect(await answers).toEqual([1, 3, 10]);
});

test("handlers that cannot be loaded are told of, and tried again with the next call", async () => {
  let isThere = false;
  const handlers = laterHandlers(calls, () =>
    isThere ? Promise.resolve(summing) : Promise.reject(new Error("Cannot find module")),
  )("page");
  await expect(handlers.add(1)).rejects.toThrow("could not be loaded");
  expect(told).toHaveLength(1);
  isThere = true;
  expect(await handlers.add(1)).toBe(1);
});
