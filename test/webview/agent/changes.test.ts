import { expect, test } from "vitest";

import { changes, generated } from "./agentScenes.ts";
import { openAgent } from "./openAgent.ts";

test("changed files are kept and undone, each and all; what somebody else changed stays", async () => {
  const { page, host } = await openAgent({
    message: { state: "complete" },
    agent: { changes },
  });
  const group = page.getByRole("group", { name: "Changes of this run" });
  await group.getByRole("button", { name: /3 files changed/u }).click();
  await group.getByRole("button", { name: "Keep src/retry.ts" }).click();
  await group.getByRole("button", { name: "Undo src/retry.ts" }).click();
  await group.getByRole("button", { name: "Undo test/retry.test.ts" }).click();
  await group.getByRole("alert").getByText("Undo reverts that change, too").waitFor();
  await group.getByRole("button", { name: "Cancel" }).click();
  await expect
    .poll(() => host.calls("undoChanges"))
    .toEqual([{ conversationId: "c1", paths: ["src/retry.ts"] }]);
  await group.getByRole("button", { name: "Undo test/retry.test.ts" }).click();
  await group.getByRole("button", { name: "Show changes" }).click();
  await group.getByRole("button", { name: "Undo all the same" }).click();
  await expect
    .poll(async () => (await host.calls("undoChanges")).at(-1))
    .toEqual({ conversationId: "c1", paths: ["test/retry.test.ts"], evenChanged: true });
  await group.getByRole("button", { name: "Undo all", exact: true }).click();
  await group
    .getByRole("alert")
    .getByText("1 file was changed by someone else since and stays as it is.")
    .waitFor();
  await group.getByRole("button", { name: "Undo the others" }).click();
  await group.getByRole("button", { name: "Keep all" }).click();
  await group.getByRole("button", { name: "Show all" }).click();
  await group.getByRole("button", { name: "src/retry.ts", exact: true }).click();
  await expect
    .poll(async () => [
      await host.calls("keepChanges"),
      (await host.calls("undoChanges")).at(-1),
      await host.calls("openChanges"),
      await host.calls("reviewChanges"),
    ])
    .toEqual([
      [{ conversationId: "c1", paths: ["src/retry.ts"] }, { conversationId: "c1" }],
      { conversationId: "c1", paths: ["src/retry.ts"] },
      [{ conversationId: "c1", paths: ["test/retry.test.ts"] }, { conversationId: "c1" }],
      [{ conversationId: "c1", path: "src/retry.ts" }],
    ]);
});

test("generated files are folded behind the others, and 300 of them stay usable", async () => {
  const many = generated
    .slice(0, 1)
    .flatMap((file) =>
      Array.from({ length: 300 }, (_, at) => ({ ...file, path: `node_modules/${at}.js` })),
    );
  const paths = many.map(({ path }) => path);
  const { page, host } = await openAgent({
    message: { state: "complete" },
    agent: { changes: [...many, ...changes.slice(0, 1)] },
  });
  const group = page.getByRole("group", { name: "Changes of this run" });
  expect((await group.locator(".changes-title").innerText()).trim()).toBe(
    "1 file · 300 in node_modules",
  );
  await group
    .getByRole("button", { name: "301 files changed: 1 file, 300 in node_modules" })
    .click();
  await expect.poll(() => group.getByRole("listitem").count()).toBe(1);
  await group.getByRole("button", { name: "300 in node_modules", exact: true }).click();
  await expect.poll(() => group.getByRole("listitem").count()).toBe(51);
  await group.getByRole("button", { name: "Keep 300 in node_modules" }).click();
  await expect
    .poll(() => host.calls("keepChanges"))
    .toEqual([{ conversationId: "c1", paths: many.map(({ path }) => path) }]);
  await group.getByRole("button", { name: "Undo 300 in node_modules" }).click();
  await expect.poll(() => host.calls("undoChanges")).toEqual([{ conversationId: "c1", paths }]);
});
