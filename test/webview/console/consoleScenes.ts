import type { Page } from "playwright-core";

import type { FakeHub } from "./fakeHub.ts";
import { type Look, type OpenConsole, openConsole } from "./openConsole.ts";

interface Scene {
  readonly name: string;
  readonly path: string;
  /** What stands before the path; the console without it. */
  readonly base?: string;
  readonly as?: "admin" | "user";
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const openFirst = async (page: Page): Promise<void> => {
  await page.locator("tbody .link").first().click();
  await page.getByRole("dialog").waitFor();
};
/** Its requests stand in the audit. */
const openSecond = async (page: Page): Promise<void> => {
  await page.locator("tbody .link").nth(1).click();
  await page.locator(".run-requests li").first().waitFor();
};
const openAt =
  (label: RegExp) =>
  async (page: Page): Promise<void> => {
    await openFirst(page);
    await page
      .locator("dialog label")
      .filter({ hasText: label })
      .evaluate((found) => found.scrollIntoView({ block: "start" }));
  };
const openNew = (page: Page): Promise<void> => page.locator(".page-actions .primary").click();

/** Every state of the console that is drawn. */
export const consoleScenes: readonly Scene[] = [
  { name: "connect", base: "", path: "/connect" },
  { name: "sign-in", path: "" },
  { name: "device", path: "/device?code=WDJB-MJHT", as: "user" },
  {
    name: "device-approved",
    path: "/device?code=WDJB-MJHT",
    as: "user",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^(?:Approve|Aprovar)$/u }).click();
      await page.locator(".card .note").waitFor();
    },
  },
  {
    name: "device-unknown",
    path: "/device?code=XXXX-XXXX",
    as: "user",
    prepare: (page) => page.getByRole("alert").waitFor(),
  },
  { name: "device-code", path: "/device", as: "user" },
  { name: "overview", path: "", as: "admin" },
  { name: "tokens", path: "/tokens", as: "admin" },
  { name: "token-new", path: "/tokens", as: "admin", prepare: openNew },
  { name: "users", path: "/users", as: "admin" },
  { name: "user-edit", path: "/users", as: "admin", prepare: openFirst },
  { name: "profiles", path: "/profiles", as: "admin" },
  { name: "profile-edit", path: "/profiles", as: "admin", prepare: openFirst },
  {
    name: "profile-agents",
    path: "/profiles",
    as: "admin",
    prepare: openAt(/Runs of an agent|Execuções de agente/u),
  },
  {
    name: "profile-route",
    path: "/profiles",
    as: "admin",
    prepare: openAt(/^(Model in house|Modelo interno)/u),
  },
  {
    name: "profile-clients",
    path: "/profiles",
    as: "admin",
    prepare: openAt(/^(Fixed settings|Configurações fixas)/u),
  },
  { name: "profile-skills", path: "/profiles", as: "admin", prepare: openSkills },
  { name: "kinds", path: "/kinds", as: "admin" },
  { name: "kind-edit", path: "/kinds", as: "admin", prepare: tryKind },
  { name: "sectors", path: "/sectors", as: "admin" },
  {
    name: "budgets",
    path: "/budgets",
    as: "admin",
    prepare: (page) => page.locator(".layers select").selectOption({ index: 1 }),
  },
  { name: "models", path: "/models", as: "admin" },
  { name: "model-edit", path: "/models", as: "admin", prepare: openFirst },
  {
    name: "upstreams",
    path: "/upstreams",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^(Test|Testar) anthropic$/u }).click();
      await page.getByText("ANTHROPIC_KEY.").waitFor();
    },
  },
  { name: "audit", path: "/audit", as: "admin" },
  {
    name: "audit-menu",
    path: "/audit",
    as: "admin",
    prepare: (page) => page.locator(".menu summary").click(),
  },
  {
    name: "audit-details",
    path: "/audit?kind=dlp.block",
    as: "admin",
    prepare: openFirst,
  },
  {
    name: "audit-routed",
    path: "/audit?run_id=run-6c21",
    as: "admin",
    prepare: (page) => page.getByRole("rowheader").getByRole("button").last().click(),
  },
  { name: "security", path: "/security", as: "admin" },
  { name: "security-details", path: "/security", as: "admin", prepare: openFirst },
  { name: "usage", path: "/usage", as: "admin" },
  { name: "runs", path: "/runs", as: "admin" },
  { name: "run-details", path: "/runs", as: "admin", prepare: openSecond },
  { name: "settings", path: "/settings", as: "admin" },
  { name: "own-tokens", path: "", as: "user" },
  { name: "own-budgets", path: "/budgets", as: "user" },
  { name: "own-runs", path: "/runs", as: "user" },
  { name: "forbidden", path: "/audit", as: "user" },
];

/** A page that shows the scene, with all that it requests. */
export async function openScene(
  hub: FakeHub,
  scene: Scene,
  locale: Look["locale"] = "en-US",
): Promise<OpenConsole> {
  const { path, base, as, prepare } = scene;
  const opened = await openConsole({
    hub,
    path,
    ...(base === undefined ? {} : { base }),
    ...(as ? { as } : {}),
    locale,
  });
  const { page } = opened;
  await page.locator("h1").first().waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  if (/^(?:overview|usage)$/u.test(scene.name)) {
    await page.locator(".chart canvas").waitFor();
  }
  await prepare?.(page);
  return opened;
}

async function tryKind(page: Page): Promise<void> {
  await openFirst(page);
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("textbox", { name: /^(?:Text to try|Texto para testar)$/u })
    .fill("EMP-12345");
  await dialog.getByRole("button", { name: /^(?:Try|Testar)$/u }).click();
  await dialog.getByText("44 bits").waitFor();
}

async function openSkills(page: Page): Promise<void> {
  await openFirst(page);
  const skills = page
    .getByRole("group", { name: /^Prompts (?:and skills|e habilidades)$/u })
    .last();
  await skills.getByRole("button").last().click();
  const text = skills.locator("textarea");
  await text.fill("# Release\n\n1. Tag it.\n2. Tell everybody.");
  await text.scrollIntoViewIfNeeded();
}
