/** Shared by the runs of the import benchmark: a file, a portal, and access to it. */
import * as z from "zod/mini";

const portalSchema = z.object({
  url: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  codigoSeller: z.number(),
});

export type BenchPortal = Readonly<z.infer<typeof portalSchema>>;

export function readPortal(text: string): BenchPortal {
  return portalSchema.parse(JSON.parse(text));
}

const tokenSchema = z.object({ access_token: z.string() });

export async function tokenOf(portal: BenchPortal): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: portal.clientId,
    client_secret: portal.clientSecret,
  });
  const answer = await fetch(`${portal.url}/sgi-api/oauth/token`, { method: "POST", body });
  return tokenSchema.parse(await answer.json()).access_token;
}

export const concurrency = 4;

/** Each row is a product that the portal does not have yet. */
export function productRows(count: number, prefix: string): string {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `${prefix}-${index};Café torrado ${index} 250 g;0901.21.00;7891234567895;0,255;18,25`,
  );
  const header = "codigoProdutoSeller;descricao;codigoNcmBase;codigoBarrasEAN;peso;altura";
  return [header, ...rows].join("\n");
}

/** Memory of this process, in MB: at the start, and the most until `end`. */
export class PeakMemory {
  readonly #idle = process.memoryUsage.rss();
  #peak = this.#idle;
  readonly #timer = setInterval(() => {
    this.#peak = Math.max(this.#peak, process.memoryUsage.rss());
  }, 20);

  end(): { readonly peakMb: number; readonly idleMb: number } {
    clearInterval(this.#timer);
    return { peakMb: megabytes(this.#peak), idleMb: megabytes(this.#idle) };
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
