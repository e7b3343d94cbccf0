import { beforeEach, expect, test, vi } from "vitest";

import { LaterSeller, type LaterSellerDeps } from "../../../../src/extension/seller/laterSeller.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({
  environments: [] as unknown,
  builds: 0,
  disposals: 0,
  listeners: [] as (() => void)[],
}));

const nobody = { dispose: (): void => undefined };

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  workspace: {
    getConfiguration: () => ({ inspect: () => ({ globalValue: editor.environments }) }),
    onDidChangeConfiguration: (listener: (event: object) => void) => {
      editor.listeners.push(() => listener({ affectsConfiguration: () => true }));
      return nobody;
    },
  },
}));

function later(clock = new FakeClock()): LaterSeller {
  const deps: Partial<LaterSellerDeps> = {
    clock,
    localHub: undefined,
    loadSeller: () => {
      editor.builds += 1;
      const feature = {
        access: { onDidChange: () => nobody },
        commands: { "seller.openJournal": () => Promise.resolve("journal") },
        dispose: () => {
          editor.disposals += 1;
        },
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that these tests need
      return Promise.resolve(feature as never);
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that these tests need
  return new LaterSeller(deps as LaterSellerDeps);
}

beforeEach(() => {
  Object.assign(editor, { environments: [], builds: 0, disposals: 0, listeners: [] });
});

test("without an environment the portal is not loaded until it is used", async () => {
  const seller = later();
  await seller.ready();
  expect(editor.builds).toBe(0);
  expect(await seller.commands["seller.openJournal"]()).toBe("journal");
  expect(editor.builds).toBe(1);
});

test("with an environment the portal is loaded a moment after the host, and once", async () => {
  editor.environments = [{ id: "loja" }];
  const clock = new FakeClock();
  const seller = later(clock);
  expect(seller.loaded).toBeUndefined();
  const loaded = new Promise<void>((resolve) => {
    seller.onDidChange(() => resolve());
  });
  clock.advance(500);
  await Promise.all([loaded, seller.ready(), seller.get()]);
  expect(editor.builds).toBe(1);
  expect(seller.loaded).toBe(await seller.get());
});

test("an environment that is added loads the portal", async () => {
  const seller = later();
  const loaded = new Promise<void>((resolve) => {
    seller.onDidChange(() => resolve());
  });
  editor.environments = [{ id: "loja" }];
  for (const listener of editor.listeners) {
    listener();
  }
  await loaded;
  expect(editor.builds).toBe(1);
});

test("a host that ends before its portal is loaded disposes it then", async () => {
  const seller = later();
  const loading = seller.get();
  seller.dispose();
  await loading;
  expect(editor.disposals).toBe(1);
});
