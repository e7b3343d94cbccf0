import { csvFile, type SellerLab, type SentRequest } from "./sellerLab.ts";

export const stockHeader = "codigoProdutoMarketplace;quantidadeEstoque";

/** Stock of the products from 101 on, in an order that can be told from what was there. */
export function stockRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `${101 + index};${9_000 + index}`);
  return [stockHeader, ...rows].join("\n");
}

export async function stockOf(lab: SellerLab): Promise<ReadonlyMap<unknown, unknown>> {
  const desk = lab.back.desks.desk();
  const list = await desk?.client.list("listStock", { signal: AbortSignal.timeout(20_000) });
  return new Map(
    (list?.entries ?? []).map((record) => [
      record["codigoProdutoMarketplace"],
      record["quantidadeEstoque"],
    ]),
  );
}

export async function runImport(lab: SellerLab, text: string): Promise<void> {
  await lab.back.import.choose(csvFile(text));
  await lab.back.import.check();
  await lab.back.import.start();
}

export function stuck(): Promise<never> {
  return new Promise(() => undefined);
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

export function isWrite({ method, url }: SentRequest): boolean {
  return method !== "GET" && !url.includes("/oauth/");
}
