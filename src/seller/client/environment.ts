import { foldText } from "../../shared/text/foldText.ts";
import { type ApiCallId, sellerCall } from "../contract/calls.ts";
import type { ListChoices } from "../contract/lists/listChoice.ts";
import type { TokenFacts } from "../contract/responses.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";

export interface SellerEnvironment {
  readonly name: string;
  readonly kind: "sandbox" | "production";
  readonly baseUrl: string;
  readonly codigoSeller: number;
  readonly codigoUsuario?: number;
  /** The token's required `ambiente`; absent: the specification's value for the sandbox. */
  readonly ambiente?: string;
  /** The zone of days in files and forms; absent: `America/Sao_Paulo`. */
  readonly timeZone?: string;
  readonly lists?: ListChoices;
}

export interface Mismatch {
  readonly field: "codigoSeller" | "ambiente";
  /** Undefined if any `ambiente` is accepted except the sandbox's, as for a production profile without a name. */
  readonly expected: string | number | undefined;
  readonly actual: string | number | undefined;
}

/** The specification names no `ambiente` for production. */
const sandboxAmbiente = "HML";

const testAmbiente = /^(?:hml|hom|homolog\w*|test\w*|sandbox|dev\w*|qa|stg|staging|uat)$/u;
const productionAmbiente = /^(?:prd|prod\w*)$/u;

/**
 * True if the token is of the environment's kind. A name that the person set is trusted for production. A sandbox
 * never accepts a production token.
 */
function isOfKind(ambiente: string, { kind, ambiente: own }: SellerEnvironment): boolean {
  const word = foldText(ambiente).trim();
  return kind === "production"
    ? own !== undefined || !testAmbiente.test(word)
    : !productionAmbiente.test(word);
}

/** Reasons why a token must not write here, for example a missing field. */
export function mismatchesOf(
  { codigoSeller, ambiente }: TokenFacts,
  environment: SellerEnvironment,
): readonly Mismatch[] {
  const expected =
    environment.ambiente ?? (environment.kind === "sandbox" ? sandboxAmbiente : undefined);
  const isNamed =
    expected === undefined
      ? ambiente !== undefined && ambiente.trim() !== ""
      : ambiente?.trim().toUpperCase() === expected.trim().toUpperCase();
  const isRightAmbiente = isNamed && ambiente !== undefined && isOfKind(ambiente, environment);
  return [
    ...(codigoSeller === environment.codigoSeller
      ? []
      : [
          {
            field: "codigoSeller",
            expected: environment.codigoSeller,
            actual: codigoSeller,
          } as const,
        ]),
    ...(isRightAmbiente ? [] : [{ field: "ambiente", expected, actual: ambiente } as const]),
  ];
}

export function foreignSeller(
  call: ApiCallId,
  { parameters, body }: RawInput,
  { codigoSeller: expected }: SellerEnvironment,
): readonly Mismatch[] {
  const spec = sellerCall(call);
  const named = [
    ...spec.parameters
      .filter(({ known }) => known === "codigoSeller")
      .map(({ name }) => valueAt(parameters, [name])),
    valueAt(body, ["id", "fornecedor", "codigoPessoa"]),
  ].filter((code) => typeof code === "number");
  return named
    .filter((code) => spec.isWrite && code !== expected)
    .map((actual) => ({ field: "codigoSeller", expected, actual }));
}
