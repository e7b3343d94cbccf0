import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readImportOptions } from "../../../src/mcp/importOptions.ts";
import {
  importProfilesFile,
  importProfilesText,
} from "../../../src/seller/csv/check/importProfile.ts";
import { importLocksFolder } from "../../../src/seller/csv/run/importLock.ts";
import { ImportLab } from "./importLab.ts";
import { withGuard } from "./portalGuard.ts";

let lab: ImportLab;
let portal: ImportLab["portal"];
let folder: string;
const imported: ImportLab["imported"] = async (...args) => await lab.imported(...args);

beforeAll(async () => {
  lab = await ImportLab.start();
  ({ portal, folder } = lab);
});

afterAll(async () => {
  await lab.close();
});

const rows = "codigo;saldo\n201;11\n202;12\n";

test("a dry run writes nothing, a run writes, and a second run finds everything there", async () => {
  expect(await imported(rows, ["--allow-writes", "--dry-run"])).toEqual({
    code: 0,
    said: "Dry run: 2 rows would be written, 0 are invalid.",
  });
  expect(await imported(rows, [])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Dry run: 2/u) as string,
  });
  expect(await imported(rows, ["--allow-writes"])).toEqual({
    code: 0,
    said: "Written 2, there already 0, refused 0, unknown 0, invalid 0.",
  });
  expect(await imported(rows, ["--allow-writes"])).toEqual({
    code: 0,
    said: "Written 0, there already 2, refused 0, unknown 0, invalid 0.",
  });
});

test("an invalid row is named with its line, and the others are written", async () => {
  const ran = await imported("codigo;saldo\n203;13\n204;many\n", ["--allow-writes"]);
  expect(ran.code).toBe(1);
  expect(ran.said).toMatch(/^Line 3: quantidadeEstoque/u);
  expect(ran.said).toContain("Written 1,");
});

test("a stock that changes much refuses the file with its numbers, unless a flag allows it", async () => {
  await imported("codigo;saldo\n210;100\n", ["--allow-writes"]);
  const csv = "codigo;saldo\n210;9\n";
  expect(await imported(csv, ["--allow-writes", "--max-stock-change", "80"])).toEqual({
    code: 3,
    said: "1 stocks would change by more than 80 % or to below a tenth, the first of them from 100 to 9 (flag --max-stock-change).",
  });
  expect((await imported(csv, ["--allow-writes"])).code).toBe(0);
});

test("while another import writes into the environment, nothing is sent, and who it is is said", async () => {
  const locks = join(folder, importLocksFolder);
  mkdirSync(locks, { recursive: true });
  const { codigoSeller } = portal.sandbox;
  const name = `${encodeURIComponent(`${codigoSeller} ${portal.url}`)}.lock`;
  const holder = { id: "x", file: "night.csv", pid: 1, machine: "elsewhere", since: 0 };
  writeFileSync(join(locks, name), JSON.stringify(holder));
  const csv = "codigo;saldo\n212;33\n";
  expect(await imported(csv, ["--allow-writes"])).toMatchObject({
    code: 3,
    said: expect.stringMatching(/^night\.csv is being imported.*on elsewhere/u) as string,
  });
  expect((await imported(csv, [])).said).toMatch(/^Dry run/u);
  rmSync(join(locks, name));
  expect((await imported(csv, ["--allow-writes"])).code).toBe(0);
  expect(readdirSync(locks)).toEqual([]);
});

test("thousands that neither the profile nor the file proves refuse the whole file, unless a flag says the sign", async () => {
  const unproven = { name: "Unproven", call: "updateStock", header: ["codigo", "saldo"] } as const;
  const format = { encoding: "utf-8", delimiter: ";", decimal: "unproven" } as const;
  const mapping = { codigoProdutoMarketplace: "codigo", quantidadeEstoque: "saldo" };
  writeFileSync(
    join(folder, importProfilesFile),
    importProfilesText([{ ...unproven, format, mapping, header: [...unproven.header] }]),
  );
  const csv = "codigo;saldo\n205;1.000\n206;20\n";
  const flags = ["--own", "--profile", "Unproven", "--allow-writes"];
  expect(await imported(csv, flags)).toMatchObject({
    code: 3,
    said: expect.stringContaining("1 numbers such as 1.000 (line 2)") as string,
  });
  expect(await imported(csv, [...flags, "--dry-run", "--decimal", "comma"])).toMatchObject({
    code: 0,
    said: "Dry run: 2 rows would be written, 0 are invalid.",
  });
  expect(() => readImportOptions(["x.csv", "--profile", "p", "--decimal", ","])).toThrow(
    "--decimal",
  );
});

test("a limit refuses the whole file before its first row", async () => {
  const csv = "codigo;saldo\n207;15\n208;0\n";
  expect(await imported(csv, ["--allow-writes"])).toEqual({
    code: 3,
    said: "1 stocks would go to zero (flag --zero-stock).",
  });
  expect((await imported(csv, ["--allow-writes", "--max-share", "0", "--zero-stock"])).code).toBe(
    3,
  );
  expect((await imported(csv, ["--allow-writes", "--zero-stock"])).code).toBe(0);
});

test("what a program must not decide is an error of usage", async () => {
  await expect(imported(rows, ["--profile", "Other"])).rejects.toThrow("no import profile");
  await expect(imported(rows, ["--profile", "Orders"])).rejects.toThrow("cannot be compared");
  await expect(imported("codigo;outro\n1;2\n", [])).rejects.toThrow("no column for");
  await expect(
    imported(rows, ["--allow-writes"], { AI_HUB_SELLER_KIND: "production" }),
  ).rejects.toThrow("--production");
  expect(() => readImportOptions(["a.csv", "--dry-run"])).toThrow("--profile");
  const swallowed = ["a.csv", "--profile", "One", "--allow-writes", "--production", "--dry-run"];
  expect(() => readImportOptions(swallowed)).toThrow("--production");
});

test("a portal that does not answer is said with an exit code of its own", async () => {
  const env = { AI_HUB_SELLER_URL: "http://127.0.0.1:9" };
  expect(await imported(rows, ["--allow-writes"], env)).toMatchObject({ code: 5 });
});

test("a row that the portal refuses ends the run without an end that is waited for", async () => {
  const ran = await imported("codigo;saldo\n99999999;1\n", ["--allow-writes"]);
  expect(ran.code).toBe(1);
});

test("the profiles that the editor keeps are read without naming their file", async () => {
  await expect(imported(rows, ["--own"])).rejects.toThrow(importProfilesFile);
  copyFileSync(join(folder, "profiles.json"), join(folder, importProfilesFile));
  expect((await imported(rows, ["--own"])).said).toContain("Dry run");
});

test("a file that another program writes meanwhile is written as it was checked", async () => {
  const ran = await imported(
    "codigo;saldo\n209;13\n204;many\n",
    ["--allow-writes"],
    {},
    {
      onSaid: (file) => {
        writeFileSync(file, "codigo;saldo\n209;0\n210;0\n");
      },
    },
  );
  expect(ran.said).toContain("Written 1, there already 0, refused 0, unknown 0, invalid 1.");
  const now = await imported("codigo;saldo\n209;13\n", []);
  expect(now.said).toBe("Dry run: 0 rows would be written, 0 are invalid.");
});

test("a journal that cannot be written ends the run, and the rows are counted", async () => {
  const ran = await imported(
    "codigo;saldo\n211;17\n",
    ["--allow-writes"],
    {},
    {
      journal: () => Promise.reject(new Error("The disk is full")),
    },
  );
  expect(ran.code).toBe(1);
  expect(ran.said).toMatch(/journal cannot be written[^]*Written 0,/u);
});

test("a row that the portal forbids among others is refused by itself", async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `${212 + index};${30 + index}`);
  await withGuard(
    portal.url,
    (path) => (path.includes("/219/") ? { status: 403, body: "{}" } : undefined),
    async (url) => {
      const ran = await imported(`codigo;saldo\n${lines.join("\n")}\n`, ["--allow-writes"], {
        AI_HUB_SELLER_URL: url,
      });
      expect(ran.said).toMatch(/Line 9:[^]*Written 11, there already 0, refused 1,/u);
      expect(ran.code).toBe(1);
    },
  );
});

test("a row that the portal forbids first does not hold the others back, and is said by its line", async () => {
  await withGuard(
    portal.url,
    (path) => (path.includes("/230/") ? { status: 403, body: "{}" } : undefined),
    async (url) => {
      const ran = await imported("codigo;saldo\n230;31\n231;32\n", ["--allow-writes"], {
        AI_HUB_SELLER_URL: url,
      });
      expect(ran.said).toMatch(/Line 2:[^]*Written 1, there already 0, refused 1,/u);
    },
  );
});

test("rows that the portal complains about are read back, and said", async () => {
  await withGuard(
    portal.url,
    (path) =>
      path.includes("/235/")
        ? { status: 200, body: '{"sucesso":false,"mensagem":"Não"}' }
        : undefined,
    async (url) => {
      const ran = await imported("codigo;saldo\n235;31\n236;32\n", ["--allow-writes"], {
        AI_HUB_SELLER_URL: url,
      });
      expect(ran.said).toMatch(/Line 2:[^]*does not show the values[^]*Written 1,[^]*refused 1,/u);
      expect(ran.code).toBe(1);
    },
  );
});

test("a portal that forbids every row ends the run at once, with the line", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `${201 + index};${41 + index}`);
  let refused = 0;
  await withGuard(
    portal.url,
    (path) =>
      path.includes("/estoques/atualizar/")
        ? ((refused += 1), { status: 403, body: "{}" })
        : undefined,
    async (url) => {
      const ran = await imported(`codigo;saldo\n${lines.join("\n")}\n`, ["--allow-writes"], {
        AI_HUB_SELLER_URL: url,
      });
      expect(ran.code).toBe(1);
      expect(ran.said).toMatch(/Line \d+:/u);
      expect(refused).toBeLessThan(lines.length);
    },
  );
});

test("a price that the portal does not list yet passes no limit of changes by itself", async () => {
  const price = "codigo;uf;preco\n123;53;999999,00\n";
  const flags = ["--profile", "Prices", "--max-share", "100"];
  const refused = await imported(price, flags);
  expect(refused.code).toBe(3);
  expect(refused.said).toContain("--new-prices");
  const allowed = await imported(price, [...flags, "--new-prices"]);
  expect(allowed.code).toBe(0);
});

test("a text that is no data is written only if the profile says so", async () => {
  const product = "sku;nome\nSKU-77;Caf\uFFFD torrado\nSKU-78;#REF!\n#N/D;Caf\u00E9\n";
  const user = { AI_HUB_SELLER_USER: "1" };
  const flags = ["--max-share", "100", "--allow-writes", "--own", "--profile"];
  const plan = {
    call: "saveProduct",
    format: { encoding: "utf-8", delimiter: ";", decimal: "," },
    mapping: { codigoProdutoSeller: "sku", descricao: "nome" },
    header: ["sku", "nome"],
  } as const;
  const profiles = [
    { ...plan, header: [...plan.header], name: "Careful" },
    { ...plan, header: [...plan.header], name: "Free", junk: { descricao: "asIs" as const } },
  ];
  writeFileSync(join(folder, importProfilesFile), importProfilesText(profiles));
  const refused = await imported(product, [...flags, "Careful"], user);
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("Written 0,")]);
  const written = await imported(product, [...flags, "Free"], user);
  // The sandbox was asked, and wants more fields.
  expect(written.said).toMatch(/^Line 4: codigoProdutoSeller[^]*refused 2,.*invalid 1/u);
});

test("a file that holds no profiles is named, not called empty", async () => {
  const path = join(folder, "torn.json");
  writeFileSync(path, '{"version":1,"profi');
  await expect(imported(rows, ["--profiles", path, "--own"])).rejects.toThrow(path);
});

test.each([
  ["records", [{ quantidadeEstoque: 3 }, { quantidadeEstoque: 4 }]],
  ["one record among others", [{ codigoProdutoMarketplace: 1 }, { quantidadeEstoque: 4 }]],
])("%s without a key that is known: no row is taken for a new one", async (_, records) => {
  const body = JSON.stringify(records);
  await withGuard(
    portal.url,
    (path) => (path.includes("/estoques/buscar") ? { status: 200, body } : undefined),
    async (url) => {
      const ran = await imported(rows, ["--allow-writes"], { AI_HUB_SELLER_URL: url });
      expect(ran.code).toBe(5);
    },
  );
});
