import { apiCallIds, sellerCall } from "./calls.ts";
import { foldedName } from "./portalWords.ts";
import { fieldsOf } from "./schemaFields.ts";

/** Names that errors have, too. */
const common: ReadonlySet<string> = new Set(["codigo", "id", "valor", "descricao", "estado"]);

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
