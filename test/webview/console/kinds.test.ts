import { afterEach, beforeEach, expect, test } from "vitest";

import { FakeHub } from "./fakeHub.ts";
import { type OpenConsole, openConsole } from "./openConsole.ts";

let hub: FakeHub;
let opened: OpenConsole | undefined;
beforeEach(async () => {
  hub = await FakeHub.start();
});
afterEach(async () => {
  expect(opened?.problems).toEqual([]);
  await hub.stop();
});

test("a kind is tried on a text as it stands in the form, before it is saved", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/kinds" });
  const { page } = opened;
  await page.getByRole("button", { name: "Employee number", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Employee number" });
  await dialog.getByText("Last 7 days: values acted on: 12; on trial: 3; requests: 9.").waitFor();
  await dialog.getByLabel("Pattern").fill("EMP-[0-9]{5}");
  await dialog.getByLabel("Text to try").fill("the number EMP-12345\nof a colleague");
  await dialog.getByRole("button", { name: "Try", exact: true }).click();
  await dialog.locator("mark").filter({ hasText: "EMP-12345" }).waitFor();
  await dialog.getByText("1 value found", { exact: true }).waitFor();
  expect(hub.bodiesOf("POST", "kinds/try")).toMatchObject([
    { id: "kind_employee", kind: { pattern: "EMP-[0-9]{5}", action: "mask" } },
  ]);
  expect(hub.bodiesOf("PATCH", "kinds/kind_employee")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("EMP-[0-9]{5}").waitFor();
  expect(hub.bodiesOf("PATCH", "kinds/kind_employee")).toEqual([{ pattern: "EMP-[0-9]{5}" }]);
});

test("a new kind is made, and a list of terms sent without being shown again", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/kinds" });
  const { page } = opened;
  await page.getByRole("button", { name: "Terms of Project name" }).click();
  const terms = page.getByRole("dialog", { name: "Terms of Project name" });
  await terms.getByLabel("Exact terms").fill("Projeto Aurora\nBoitatá\nBoitatá");
  await terms.getByRole("button", { name: "Save" }).click();
  await page.getByText("Stored: 2. Duplicates: 1.").waitFor();
  expect(hub.bodiesOf("PUT", "kinds/kind_project/terms")).toEqual([
    { list: "Projeto Aurora\nBoitatá\nBoitatá" },
  ]);
  await page.getByRole("button", { name: "New kind" }).click();
  const dialog = page.getByRole("dialog", { name: "New kind" });
  await dialog.getByLabel("Name in English").fill("Contract");
  await dialog.getByLabel("Name in Portuguese").fill("Contrato");
  await dialog.getByLabel("Placeholder").fill("contract");
  await dialog.getByRole("button", { name: "Create kind" }).click();
  await dialog.locator(".problem").filter({ hasText: "2 to 14 capital letters" }).waitFor();
  await dialog.getByLabel("Placeholder").fill("CONTRACT");
  await dialog.getByRole("button", { name: "Create kind" }).click();
  await page.getByRole("button", { name: "Contract", exact: true }).waitFor();
  expect(hub.bodiesOf("POST", "kinds")).toMatchObject([
    { placeholder: "CONTRACT", labels: { en: "Contract", "pt-br": "Contrato" }, pattern: null },
  ]);
});
