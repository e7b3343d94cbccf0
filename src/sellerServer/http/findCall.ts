import { type ApiCallId, apiCallIds, sellerCall } from "../../seller/contract/calls.ts";
import type { SellerRequest } from "./message.ts";
import { otherSeller, PortalError } from "./portalError.ts";

interface CallMatch {
  readonly id: ApiCallId;
  readonly pathValues: ReadonlyMap<string, string>;
}

/** Throws a `PortalError` for an unknown path (404) or method (405). */
export function findCall({ method, path }: Pick<SellerRequest, "method" | "path">): CallMatch {
  const matches = apiCallIds.flatMap((id) => {
    const pathValues = valuesIn(sellerCall(id).path, path);
    return pathValues ? [{ id, pathValues }] : [];
  });
  const match = matches.find(({ id }) => sellerCall(id).method === method);
  if (match) {
    return match;
  }
  if (matches.length > 0) {
    throw wrongMethod(
      method,
      matches.map(({ id }) => sellerCall(id).method),
    );
  }
  throw new PortalError(404, "RECURSO_NAO_ENCONTRADO", "O recurso solicitado não existe.");
}

export function wrongMethod(method: string, allowed: readonly string[]): PortalError {
  const allow = allowed.join(", ");
  return new PortalError(
    405,
    "METODO_NAO_PERMITIDO",
    `Este recurso não aceita o método ${method.slice(0, 20)}. Use ${allow}.`,
    { headers: { allow } },
  );
}

/** Throws a `PortalError`: 400 for a missing or invalid number, 403 for a seller other than the token's. */
export function readParameters(
  { id, pathValues }: CallMatch,
  query: URLSearchParams,
  codigoSeller: number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    sellerCall(id).parameters.map(({ name, in: place, known }) => {
      const value = readInteger(name, place === "path" ? pathValues.get(name) : query.get(name));
      if (known === "codigoSeller" && value !== codigoSeller) {
        throw otherSeller();
      }
      return [name, value];
    }),
  );
}

const maxInteger = 999_999_999_999;

function readInteger(name: string, text: string | null | undefined): number {
  if (text === null || text === undefined || text === "") {
    throw new PortalError(400, "PARAMETRO_OBRIGATORIO", `Informe o parâmetro ${name}.`, {
      fields: [{ campo: name, mensagem: "É obrigatório." }],
    });
  }
  const value = Number(text);
  if (!/^(?:0|[1-9]\d*)$/u.test(text) || value > maxInteger) {
    throw new PortalError(
      400,
      "PARAMETRO_INVALIDO",
      `O parâmetro ${name} deve ser um número inteiro de 0 a ${maxInteger}.`,
      { fields: [{ campo: name, mensagem: "Deve ser um número inteiro sem sinal." }] },
    );
  }
  return value;
}

function valuesIn(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) {
    return undefined;
  }
  const values = new Map<string, string>();
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith("{")) {
      values.set(part.slice(1, -1), value);
    } else if (part !== value) {
      return undefined;
    }
  }
  return values;
}
