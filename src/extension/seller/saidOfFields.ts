import { sellerCall } from "../../seller/contract/calls.ts";
import { foldedName, type PortalWord } from "../../seller/contract/lists/portalWords.ts";
import { fieldsOf } from "../../seller/contract/schemaFields.ts";
import type { FormId, FormProblem } from "../../shared/sellerPage/sellerState.ts";

/**
 * The portal's sentences about each field, in any spelling: `valor_preco_base`, `/valorPrecoBase`, `produto.codigo`.
 * Omits sentences about other fields.
 */
export function saidOfFields(call: FormId, said: readonly PortalWord[]): readonly FormProblem[] {
  const { body, parameters } = sellerCall(call);
  const names = [
    ...parameters.map(({ name }) => ({ name, keys: [foldedName(name)] })),
    ...(body ? fieldsOf(body.schema) : []).map(({ name, path }) => ({
      name,
      keys: [foldedName(name), foldedName(path.slice(-2).join("")), foldedName(path[0] ?? "")],
    })),
  ];
  return said.flatMap(({ field, text }) => {
    const key = foldedName(field ?? "");
    const found =
      names.find(({ keys }) => keys[0] === key) ??
      names.find(({ keys }) => key !== "" && keys.some((known) => known === key)) ??
      names.find(({ keys }) => keys[0] !== undefined && key.endsWith(keys[0]));
    return found ? [{ field: found.name, level: "error" as const, text }] : [];
  });
}
