import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readImportOptions } from "../../../src/mcp/importOptions.ts";
import { runImport } from "../../../src/mcp/importProgram.ts";
import { portalAccess } from "../../../src/mcp/portalAccess.ts";
import { programOptions } from "../../../src/mcp/programOptions.ts";
import { importProfilesText } from "../../../src/seller/csv/check/importProfile.ts";
import type { SellerAccess } from "../../../src/seller/write/sellerAccess.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { startSandbox } from "../../support/sandboxServer.ts";

interface Ran {
  readonly code: number;
  readonly said: string;
}

interface Around {
  readonly onSaid?: (file: string) => void;
  readonly journal?: SellerAccess["journal"];
  readonly earlier?: SellerAccess["earlier"];
}

const format = { encoding: "utf-8", delimiter: ";", decimal: "," } as const;

const mapping = { codigoProdutoMarketplace: "codigo", quantidadeEstoque: "saldo" };
const header = ["codigo", "saldo"];
const orders = { numeroPedido: "codigo" };
const profilesText = importProfilesText([
  { name: "ERP", call: "updateStock", format, mapping, header },
  {
    name: "Prices",
    call: "savePrice",
    format,
    mapping: {
      "produto.codigo": "codigo",
      "estado.codigo": "uf",
      valorPrecoBase: "preco",
    },
    header: ["codigo", "uf", "preco"],
  },
  {
    name: "Products",
    call: "saveProduct",
    format,
    mapping: { codigoProdutoSeller: "sku", descricao: "nome" },
    header: ["sku", "nome"],
  },
  { name: "Orders", call: "registerTracking", format, mapping: orders, header },
]);

/** A sandbox of the portal, a folder with import profiles, and imports without an editor from it. */
export class ImportLab {
  readonly portal: Awaited<ReturnType<typeof startSandbox>>;
  readonly folder = mkdtempSync(join(tmpdir(), "mcp-import-"));

  private constructor(portal: Awaited<ReturnType<typeof startSandbox>>) {
    this.portal = portal;
    writeFileSync(join(this.folder, "profiles.json"), profilesText);
  }

  static async start(): Promise<ImportLab> {
    return new ImportLab(
      await startSandbox({ clock: systemClock, random: randomBytes, port: 0, productCount: 500 }),
    );
  }

  get journalPath(): string {
    return join(this.folder, "journal.jsonl");
  }

  async imported(
    csv: string,
    flags: readonly string[],
    env: Readonly<Record<string, string>> = {},
    { onSaid, ...around }: Around = {},
  ): Promise<Ran> {
    const file = join(this.folder, "saldos.csv");
    writeFileSync(file, csv);
    const profiles = flags.includes("--own")
      ? []
      : ["--profiles", join(this.folder, "profiles.json")];
    const own = flags.filter((flag) => flag !== "--own");
    const named = flags.includes("--profile") ? [] : ["--profile", "ERP"];
    // Of tests about other things: no change of a stock is refused.
    const stock = flags.includes("--max-stock-change") ? [] : ["--max-stock-change", "1000"];
    const options = readImportOptions([file, ...profiles, ...named, ...own, ...stock]);
    const { clientId, clientSecret, codigoSeller } = this.portal.sandbox;
    const program = programOptions(options.flags, {
      AI_HUB_SELLER_URL: this.portal.url,
      AI_HUB_SELLER_CLIENT_ID: clientId,
      AI_HUB_SELLER_CLIENT_SECRET: clientSecret,
      AI_HUB_SELLER_CODE: String(codigoSeller),
      ...env,
    });
    const said: string[] = [];
    const access = portalAccess(program, this.journalPath);
    const code = await runImport(options, {
      access: { ...access, ...around },
      limits: program.limits,
      say: (line) => {
        said.push(line);
        onSaid?.(file);
      },
      dataFolder: this.folder,
    });
    return { code, said: said.join("\n") };
  }

  async close(): Promise<void> {
    await this.portal.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
