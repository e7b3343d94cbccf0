import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readImportOptions } from "../../../src/mcp/importOptions.ts";
import { runImport } from "../../../src/mcp/importProgram.ts";
import { portalAccess } from "../../../src/mcp/portalAccess.ts";
import { readOptions } from "../../../src/mcp/programOptions.ts";
import { importProfilesText } from "../../../src/seller/csv/importProfile.ts";
import { startSandbox } from "../../../src/sellerServer/startSandbox.ts";
import { systemClock } from "../../../src/shared/clock.ts";

let portal: Awaited<ReturnType<typeof startSandbox>>;
let folder: string;

beforeAll(async () => {
  portal = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
  folder = mkdtempSync(join(tmpdir(), "mcp-import-"));
  const format = { encoding: "utf-8", delimiter: ";", decimal: "," } as const;
  const mapping = { codigoProdutoMarketplace: "codigo", quantidadeEstoque: "saldo" };
  const header = ["codigo", "saldo"];
  const orders = { numeroPedido: "codigo" };
  writeFileSync(
    join(folder, "profiles.json"),
    importProfilesText([
      { name: "ERP", call: "updateStock", format, mapping, header },
      { name: "Orders", call: "registerTracking", format, mapping: orders, header },
    ]),
  );
});

afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly said: string;
}

async function imported(
  csv: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const file = join(folder, "saldos.csv");
  writeFileSync(file, csv);
  const profiles = ["--profiles", join(folder, "profiles.json")];
  const named = flags.includes("--profile") ? [] : ["--profile", "ERP"];
  const options = readImportOptions([file, ...profiles, ...named, ...flags]);
  const { clientId, clientSecret, codigoSeller } = portal.sandbox;
  const program = readOptions(options.rest, {
    AI_HUB_SELLER_URL: portal.url,
    AI_HUB_SELLER_CLIENT_ID: clientId,
    AI_HUB_SELLER_CLIENT_SECRET: clientSecret,
    AI_HUB_SELLER_CODE: String(codigoSeller),
    ...env,
  });
  const said: string[] = [];
  const access = portalAccess(program, join(folder, "journal.jsonl"));
  const code = await runImport(options, {
    access,
    limits: program.limits,
    say: (line) => said.push(line),
  });
  return { code, said: said.join("\n") };
}

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
});

test("a portal that does not answer is said with an exit code of its own", async () => {
  const env = { AI_HUB_SELLER_URL: "http://127.0.0.1:9" };
  expect(await imported(rows, ["--allow-writes"], env)).toMatchObject({ code: 5 });
});

test("a row that the portal refuses ends the run without an end that is waited for", async () => {
  const ran = await imported("codigo;saldo\n99999999;1\n", ["--allow-writes"]);
  expect(ran.code).toBe(1);
});
