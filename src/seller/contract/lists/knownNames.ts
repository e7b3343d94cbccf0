import { type ApiCallId, apiCallIds, sellerCall } from "../calls.ts";
import { fieldsOf } from "../schemaFields.ts";
import { foldedName } from "./portalWords.ts";

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
export const knownNames: ReadonlySet<string> = namesOf(apiCallIds);

/** The write whose fields the entries of a list have. */
const writeOfList: Readonly<Partial<Record<ApiCallId, ApiCallId>>> = {
  listProducts: "saveProduct",
  listStock: "updateStock",
  listPrices: "savePrice",
  listDeliveryTerms: "saveDeliveryTerm",
  listMinimumOrders: "saveMinimumOrder",
};
const listNames = new Map<ApiCallId, ReadonlySet<string>>();

/** Of the known names, those that an entry of this list may have. */
export function namesOfList(id: ApiCallId): ReadonlySet<string> {
  const write = writeOfList[id];
  const names =
    listNames.get(id) ??
    (write ? new Set([...namesOf([write]), "codigoprodutomarketplace"]) : knownNames);
  listNames.set(id, names);
  return names;
}

/** The fields that an entry of this list may have, with dots, in the order of the specification. */
export function fieldsOfList(id: ApiCallId): readonly string[] {
  const write = writeOfList[id];
  const { body, parameters } = sellerCall(write ?? id);
  return [
    ...new Set([
      "codigoProdutoMarketplace",
      ...parameters.filter(({ known }) => known === undefined).map((parameter) => parameter.name),
      ...(body ? fieldsOf(body.schema).map((field) => field.name) : []),
    ]),
  ];
}

function namesOf(ids: readonly ApiCallId[]): ReadonlySet<string> {
  const names = ids.flatMap((id) => {
    const { body, parameters } = sellerCall(id);
    return [
      ...(body ? fieldsOf(body.schema).flatMap(({ path }) => path) : []),
      ...parameters.map(({ name }) => name),
    ];
  });
  return new Set(names.map(foldedName).filter((name) => !common.has(name)));
}
