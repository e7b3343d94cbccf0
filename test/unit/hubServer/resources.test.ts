import { expect, test } from "vitest";

import { Resources } from "../../../src/hubServer/resources.ts";

test("everything is released in reverse order, once, and the first failure is reported", async () => {
  const released: string[] = [];
  const resources = new Resources();
  for (const name of ["folder", "store", "server"]) {
    resources.add(async () => {
      await Promise.resolve();
      released.push(name);
      if (name !== "folder") {
        throw new Error(`${name} failed`);
      }
    });
  }
  await expect(resources.release()).rejects.toThrow("server failed");
  await resources.release();
  expect(released).toEqual(["server", "store", "folder"]);
});
