import { apiCallIds, sellerCall } from "./calls.ts";
import { foldedName } from "./portalWords.ts";
import { fieldsOf } from "./schemaFields.ts";

/** Names that errors have, too, and those of the request that stand beside a list. */
const common: ReadonlySet<string> = new Set([
  "codigo",
  "id",
  "valor",
  "descricao",
  "estado",
  "codigoseller",
  "codigopessoaseller",
  "codigofornecedorseller",
  "codigousuario",
]);

/** The names that only the portal's own records have, as `foldedName` writes them. */
export const knownNames: ReadonlySet<string> = new Set(
  apiCallIds
    .flatMap((id) => {
      const { body, parameters } = sellerCall(id);
      return [
        ...(body ? fieldsOf(body.schema).flatMap(({ path }) => path) : []),
        ...parameters.map(({ name }) => name),
      ];
    })
    .map(foldedName)
    .filter((name) => !common.has(name)),
);
