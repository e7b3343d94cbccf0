import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readImportOptions } from "../../../src/mcp/importOptions.ts";
import { runImport } from "../../../src/mcp/importProgram.ts";
import { portalAccess } from "../../../src/mcp/portalAccess.ts";
import { programOptions } from "../../../src/mcp/programOptions.ts";
import { runVerify } from "../../../src/mcp/verifyProgram.ts";
import { importProfilesText } from "../../../src/seller/csv/check/importProfile.ts";
import type { SellerAccess } from "../../../src/seller/write/sellerAccess.ts";

const script = join(import.meta.dirname, "../../support/queuePortal.ts");
const minute = String(60_000);

let portal: ReturnType<typeof spawn>;
let url: string;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "queue-portal-"));
  portal = spawn(process.execPath, [script, minute], { stdio: ["ignore", "pipe", "inherit"] });
  const said: readonly unknown[] = portal.stdout ? await once(portal.stdout, "data") : [];
  url = `http://127.0.0.1:${String(said[0]).trim()}`;
});

afterEach(async () => {
  const gone = once(portal, "exit");
  portal.kill();
  await gone;
  rmSync(folder, { recursive: true, force: true });
});

function programs(): {
  readonly said: readonly string[];
  readonly access: SellerAccess;
  readonly import: () => Promise<number>;
  readonly verify: () => Promise<number>;
} {
  const flags = ["--profile", "ERP", "--profiles", join(folder, "profiles.json"), "--allow-writes"];
  const file = join(folder, "saldos.csv");
  const limits = ["--max-share", "100", "--max-stock-change", "1000"];
  const options = readImportOptions([file, ...flags, ...limits]);
  const program = programOptions(options.flags, {
    AI_HUB_SELLER_URL: url,
    AI_HUB_SELLER_CLIENT_ID: "id",
    AI_HUB_SELLER_CLIENT_SECRET: "secret",
    AI_HUB_SELLER_CODE: "1001",
  });
  const access = portalAccess(program, join(folder, "journal.jsonl"));
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const signal = new AbortController().signal;
  return {
    said,
    access,
    import: () => runImport(options, { access, limits: program.limits, say, dataFolder: folder }),
    verify: () => runVerify({ access, say, signal }),
  };
}

test("a portal that queues writes: not seen at the import's end, seen when it is looked at again", async () => {
  writeFileSync(join(folder, "saldos.csv"), "codigo;saldo\n1;50\n2;60\n3;7\n");
  const mapping = { codigoProdutoMarketplace: "codigo", quantidadeEstoque: "saldo" };
  const format = { encoding: "utf-8", delimiter: ";", decimal: "," } as const;
  const header = ["codigo", "saldo"];
  const profile = { name: "ERP", call: "updateStock", format, mapping, header } as const;
  writeFileSync(join(folder, "profiles.json"), importProfilesText([profile]));
  const program = programs();
  expect(await program.import()).toBe(6);
  expect(program.said).toContain("Written 0, there already 1, refused 0, unknown 0, invalid 0.");
  expect(program.said.join("\n")).toContain("Lines 2, 3.");
  expect(await program.verify()).toBe(6);
  expect(program.said.at(-1)).toBe("Seen 0, not seen yet 2.");
  await fetch(`${url}/queue`, { method: "POST" });
  expect(await program.verify()).toBe(0);
  expect(program.said.at(-1)).toBe("Seen 2, not seen yet 0.");
  expect((await program.access.earlier()).map(({ outcome, isSeen }) => [outcome, isSeen])).toEqual([
    ["done", true],
    ["done", true],
  ]);
  expect(await program.verify()).toBe(0);
  expect(program.said.at(-1)).toBe("Seen 0, not seen yet 0.");
});
