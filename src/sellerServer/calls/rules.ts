import { type FieldError, invalidFields, PortalError } from "../http/portalError.ts";
import type { SandboxDatabase } from "../store/database.ts";
import type { CallContext } from "./handler.ts";

type Present<T> = { readonly [K in keyof T]: NonNullable<T[K]> };

/** Throws a `PortalError` (422) that names all missing values. */
export function requireFields<T extends Readonly<Record<string, unknown>>>(values: T): Present<T> {
  const missing = Object.entries(values)
    .filter(([, value]) => value === undefined || value === null)
    .map(([campo]): FieldError => ({ campo, mensagem: "É obrigatório." }));
  if (missing.length > 0) {
    throw invalidFields(missing);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value has just been looked at
  return values as Present<T>;
}

export function requireProduct(db: SandboxDatabase, codigoSeller: number, codigo: number): void {
  const owner = db.number(
    "SELECT codigoSeller AS value FROM produto WHERE codigoProdutoMarketplace = $codigo",
    { codigo },
  );
  // Another seller's product is answered like a missing one.
  if (owner !== codigoSeller) {
    throw new PortalError(404, "PRODUTO_NAO_ENCONTRADO", `O produto ${codigo} não existe.`);
  }
}

export function entriesOf(
  { db, codigoSeller }: CallContext,
  view: `${string}Json`,
  order: string,
): string {
  const list = db.text(
    `SELECT json_group_array(json(json) ORDER BY ${order}) AS value
     FROM ${view} WHERE codigoSeller = $codigoSeller`,
    { codigoSeller },
  );
  return list ?? "[]";
}

export function written(record = "null"): string {
  return `{"registro":${record}}`;
}
