import { type ApiCallId, apiCallIds, sellerCall } from "../calls.ts";
import { fieldsOf } from "../schemaFields.ts";
import { foldedName } from "./portalWords.ts";

/** Names of records that also occur in errors, or beside a list. */
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

export const knownNames: ReadonlySet<string> = namesOf(apiCallIds);

const writeOfList: Readonly<Partial<Record<ApiCallId, ApiCallId>>> = {
  listProducts: "saveProduct",
  listStock: "updateStock",
  listPrices: "savePrice",
  listDeliveryTerms: "saveDeliveryTerm",
  listMinimumOrders: "saveMinimumOrder",
};
const listNames = new Map<ApiCallId, ReadonlySet<string>>();

export function namesOfList(id: ApiCallId): ReadonlySet<string> {
  const write = writeOfList[id];
  const names =
    listNames.get(id) ??
    (write ? new Set([...namesOf([write]), "codigoprodutomarketplace"]) : knownNames);
  listNames.set(id, names);
  return names;
}

/** Names are dotted, in the order of the specification. */
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
