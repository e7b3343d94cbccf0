import { expect, test, vi } from "vitest";

import { activate, deactivate } from "../../../src/extension/main.ts";

const seen = vi.hoisted(() => ({
  told: [] as string[],
  reads: 0,
  closed: 0,
  load: (): Promise<unknown> => Promise.reject(new Error("not registered")),
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  window: { showErrorMessage: (text: string) => seen.told.push(text) },
}));

vi.mock("../../../src/extension/registration.ts", () => ({
  register: (_context: unknown, load: () => Promise<unknown>) => {
    seen.load = load;
  },
}));

/** The first two readings of the file fail, as while an update writes it. */
vi.mock("../../../src/extension/host.ts", () => ({
  get createHost() {
    seen.reads += 1;
    if (seen.reads <= 2) {
      throw new Error("ENOENT");
    }
    return () => ({ close: () => (seen.closed += 1) });
  },
}));

test("a host whose file cannot be read is said, closes without an error, and is read again at the next use", async () => {
  activate({} as never);
  await expect(seen.load()).rejects.toThrow("could not be loaded");
  expect(seen.told).toHaveLength(1);
  const failing = seen.load();
  await deactivate();
  await expect(failing).rejects.toThrow("could not be loaded");
  expect(seen.closed).toBe(0);
  const [first, second] = await Promise.all([seen.load(), seen.load()]);
  expect({ isOne: first === second, reads: seen.reads }).toEqual({ isOne: true, reads: 3 });
  await deactivate();
  expect(seen.closed).toBe(1);
});
