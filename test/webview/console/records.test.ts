import { afterEach, beforeEach, expect, test } from "vitest";

import { readDlpPolicy } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { refusal } from "./fakeAnswers.ts";
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

test("editing a profile sends what was changed, and the list shows it", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/profiles" });
  const { page } = opened;
  await page.getByRole("button", { name: "Developers", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Developers" });
  await dialog.getByLabel("Allowed models").fill("gpt-x-large\n\n  qwen*  ");
  await dialog.getByLabel("CPF").selectOption({ label: "Block" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("gpt-x-large, qwen*").waitFor();
  expect(hub.bodiesOf("PATCH", "profiles/pro_dev")).toEqual([
    {
      policy: {
        allow: ["gpt-x-large", "qwen*"],
        deny: ["*-preview"],
        max_output_tokens: 8192,
        allows_tools: true,
        allows_images: true,
        allows_completion: true,
        forced: {},
        capped: { temperature: 1 },
      },
      dlp: readDlpPolicy({ cpf: "block", phone: "allow" }),
    },
  ]);
});

test("a profile's prompts and skills are edited with their lines, and sent", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/profiles" });
  const { page } = opened;
  await page.getByRole("button", { name: "Developers", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Developers" });
  const skills = dialog.getByRole("group", { name: "Prompts and skills" }).last();
  await skills.getByRole("button", { name: "Add a line" }).click();
  await skills.getByLabel("Name").fill("release");
  await skills.getByLabel("Version").fill("2");
  await skills.getByLabel("Description").fill("How to release");
  await dialog.getByRole("button", { name: "Save" }).click();
  await skills.getByText("is needed").first().waitFor();
  await skills.getByLabel("Text").fill("Tag it.\n\nThen tell.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(hub.bodiesOf("PATCH", "profiles/pro_dev")).toEqual([
    {
      skills: [
        {
          name: "release",
          version: "2",
          description: "How to release",
          text: "Tag it.\n\nThen tell.",
        },
      ],
    },
  ]);
});

test("what a profile's agents may do is edited and sent", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/profiles" });
  const { page } = opened;
  await page.getByRole("button", { name: "Developers", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Developers" });
  await dialog.getByLabel("Highest level without a question").selectOption({ label: "No limit" });
  await dialog.getByLabel("Allowed MCP servers").fill("");
  const pins = dialog.getByLabel("Pins of MCP tools");
  expect(await pins.inputValue()).toBe(`git/log@${"a1".repeat(32)}`);
  await pins.fill(`docs/find@${"b2".repeat(32)}\ngit/log@${"c3".repeat(32)}\n`);
  await dialog.getByLabel("Web sites").fill("https://example.com");
  const checks = dialog.getByRole("group", { name: "Checks before a run is done" }).last();
  await checks.getByRole("button", { name: "Add a line" }).click();
  await checks.getByLabel("Command").fill("npm test");
  await checks.getByLabel("Only after a change of").fill("src/**\n*.ts");
  await checks.getByRole("button", { name: "Add a line" }).click();
  await checks.getByLabel("Command").nth(1).fill("npm run lint");
  await checks.getByLabel("Time limit").nth(1).fill("60");
  await dialog.getByLabel("Runs may execute commands").uncheck();
  await dialog.getByLabel("Highest cap of a run", { exact: true }).fill("1,234.50");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(hub.bodiesOf("PATCH", "profiles/pro_dev")).toEqual([
    {
      agent: {
        is_allowed: true,
        max_level: null,
        mcp_servers: [],
        mcp_pins: [`docs/find@${"b2".repeat(32)}`, `git/log@${"c3".repeat(32)}`],
        allow_commands: false,
        web_sites: ["https://example.com"],
        max_run_cost: "1234.50",
        max_run_tokens: 1_000_000,
        checks: [
          { command: "npm test", files: ["src/**", "*.ts"] },
          { command: "npm run lint", seconds: 60 },
        ],
      },
    },
  ]);
});

test("a form that was not changed asks the hub nothing", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/budgets" });
  const { page } = opened;
  await page.getByRole("button", { name: "Bruno Teixeira", exact: true }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(hub.seen.filter(({ method }) => method === "PATCH")).toEqual([]);
});

test("prices are typed as one writes them, in steps too, and sent as the hub reads them", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/models", locale: "pt-BR" });
  const { page } = opened;
  await page.getByRole("button", { name: "vendor/qwen-coder:7b", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const price = dialog.getByRole("group", { name: "Preço por milhão de tokens (BRL)" });
  await price.getByLabel("Entrada", { exact: true }).fill("1.234,5");
  await price.getByLabel("Saída").fill("0,75");
  const further = dialog.getByRole("group", { name: "Outros provedores" }).last();
  await further.getByRole("button", { name: "Adicionar linha" }).click();
  await further.getByLabel("Provedor", { exact: true }).selectOption({ label: "anthropic" });
  await further.getByLabel("Peso").fill("3");
  await dialog.getByLabel("Peso").first().fill("2");
  const steps = dialog.getByRole("group", { name: "Faixas de preço" }).last();
  await steps.getByRole("button", { name: "Adicionar linha" }).click();
  await steps.getByLabel("A partir de (tokens)").fill("200.000");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect.poll(() => dialog.getByText("É preciso preencher.").count()).toBe(2);
  await steps.getByLabel("Entrada", { exact: true }).fill("2");
  await steps.getByLabel("Saída").fill("3,000001");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.waitFor({ state: "detached" });
  const none = { cached_input: null, cache_write: null, cache_write_hour: null };
  expect(hub.bodiesOf("PUT", "models/vendor%2Fqwen-coder%3A7b")).toEqual([
    {
      id: "vendor/qwen-coder:7b",
      name: null,
      upstream_id: null,
      upstream_model: null,
      upstream_weight: 2,
      fallbacks: [
        { upstream_id: "up_2", upstream_model: null, weight: 3, price: null, in_house: false },
      ],
      in_house: false,
      context_length: 128_000,
      max_output_tokens: 16_384,
      fim: null,
      prompt_cache: true,
      price: { ...none, input: "1234.5", output: "0.75" },
      tiers: [{ from_input_tokens: 200_000, price: { ...none, input: "2", output: "3.000001" } }],
      is_active: true,
    },
  ]);
  await expect
    .poll(() => page.getByRole("row", { name: /qwen/u }).textContent())
    .toContain("R$\u00a01.234,50");
});

test("a budget is made for any layer, in the unit one chooses", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/budgets" });
  const { page } = opened;
  await page.getByRole("button", { name: "New budget" }).click();
  const dialog = page.getByRole("dialog");
  const subjects = dialog.getByLabel("For").locator("option");
  await expect
    .poll(() => subjects.allTextContents())
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^User: .+ · bruno@acme\.example$/u),
        expect.stringMatching(/^Token: Cursor · .+ · ….{4}$/u),
      ]),
    );
  await dialog.getByLabel("For").selectOption({ label: "Sector: Atendimento ao cliente" });
  await dialog.getByLabel("Limit a month").fill("1,500.50");
  await dialog.getByLabel("Warn at").fill("90, 50");
  await dialog.getByRole("button", { name: "Create budget" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(hub.bodiesOf("POST", "budgets")).toEqual([
    { scope: "sector", subject_id: "sec_sup", unit: "money", limit: "1500.50", warn_at: [50, 90] },
  ]);
});

test("an upstream is told where its key is, is tested, and one of the command line is left alone", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/upstreams" });
  const { page } = opened;
  await page.getByRole("button", { name: "openai", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Where the key is").selectOption({ label: "File" });
  await dialog.getByLabel("Name or path").fill("/run/secrets/openai");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(hub.bodiesOf("PATCH", "upstreams/up_1")).toEqual([
    { key_from: { file: "/run/secrets/openai" } },
  ]);
  await page.getByRole("button", { name: "Test openai" }).click();
  await page.getByText("12 models, 84 ms").waitFor();
  const upstreams = page.getByRole("table", { name: "Upstreams" });
  const local = upstreams.getByRole("row", { name: /^local/u });
  await expect.poll(() => local.getByRole("button").allTextContents()).toEqual(["Test"]);
});

test("upstreams show how their models answered in the last hour, and again after a refresh", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/upstreams" });
  const { page } = opened;
  const table = page.getByRole("table", { name: "Last hour" });
  const rows = (): Promise<string[][]> =>
    table
      .getByRole("row")
      .evaluateAll((all) =>
        all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
      );
  const others = [
    ["local", "vendor/qwen-coder:7b", "Asked", "1,284", "0", "—", "—"],
    ["openai", "gpt-x-large", "Asked", "1,284", "0", "640 ms", "71.4"],
  ];
  const avoided = ["anthropic", "claude-y", "Avoided until 12:04:05 PM"];
  await expect.poll(rows).toEqual([[...avoided, "37", "5", "640 ms", "71.4"], ...others]);
  hub.data.health = hub.data.health.map((hour) => ({ ...hour, avoided_until: null }));
  await page.getByRole("button", { name: "Refresh" }).click();
  const asked = ["anthropic", "claude-y", "Asked", "37", "5", "640 ms", "71.4"];
  await expect.poll(rows).toEqual([asked, ...others]);
});

test("what is still in use is not deleted, and the hub's reason is shown", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/sectors" });
  const { page } = opened;
  hub.answer("DELETE sectors/sec_eng", refusal(409, "3 tokens belong to this sector."));
  await page.getByRole("button", { name: "Delete Engineering" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByText("3 tokens belong to this sector.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("rowheader", { name: "Engineering" }).waitFor();
});

test("settings that were changed are not lost by going elsewhere", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/settings" });
  const { page } = opened;
  await page.getByLabel("Currency").fill("USD");
  await page.getByText("Not saved yet").waitFor();
  await page.getByRole("link", { name: "Tokens" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => page.getByLabel("Currency").inputValue()).toBe("USD");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => hub.bodiesOf("PATCH", "settings")).toEqual([{ currency: "USD" }]);
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Budgets" }).click();
  await page.getByRole("cell", { name: "$2,000.00" }).waitFor();
});

test("language and colours change at once and stay for the next visit", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/models" });
  const { page } = opened;
  await page.getByRole("cell", { name: "R$12.50" }).first().waitFor();
  await page.getByLabel("Language").selectOption("pt-BR");
  await page.getByRole("heading", { name: "Modelos" }).waitFor();
  await page.getByRole("cell", { name: "12,50" }).first().waitFor();
  await page.getByLabel("Cores").selectOption("dark");
  await page.reload();
  await page.getByRole("heading", { name: "Modelos" }).waitFor();
  const look = await page.evaluate(() => [
    document.documentElement.lang,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(look).toEqual(["pt-BR", "rgb(23, 25, 29)"]);
});

test("an account of the organisation that waits for an administrator is linked, and unlinked", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/users" });
  const { page } = opened;
  await page.getByRole("button", { name: "Link the organisation’s account to Dora Alves" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("https://id.acme.example 00u7").waitFor();
  await dialog.getByText("Dora@acme.example", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Link", exact: true }).click();
  const unlink = page.getByRole("button", {
    name: "Unlink the organisation’s account from Dora Alves",
  });
  await unlink.click();
  await dialog.getByRole("button", { name: "Unlink", exact: true }).click();
  await unlink.waitFor({ state: "detached" });
  expect(hub.bodiesOf("POST", "users/dora/openid")).toEqual([
    { subject: "https://id.acme.example 00u7" },
  ]);
  expect(hub.seen.filter(({ path }) => path === "users/dora/openid")).toHaveLength(2);
});
