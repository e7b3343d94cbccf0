import { foldText } from "../../shared/text/foldText.ts";
import { type ApiCallId, sellerCall } from "../contract/calls.ts";
import type { ListChoices } from "../contract/lists/listChoice.ts";
import type { TokenFacts } from "../contract/responses.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";

/** One named profile of the portal, without its credentials. */
export interface SellerEnvironment {
  readonly name: string;
  readonly kind: "sandbox" | "production";
  readonly baseUrl: string;
  readonly codigoSeller: number;
  /** Undefined: the person enters it with each product. */
  readonly codigoUsuario?: number;
  /**
   * The `ambiente` that the token must carry, if it is not the specification's value for the
   * sandbox.
   */
  readonly ambiente?: string;
  /** Of days in files and forms, as `America/Sao_Paulo`, which is also the default. */
  readonly timeZone?: string;
  /** Where the person found the lists that nobody recognises in the portal's answers. */
  readonly lists?: ListChoices;
}

/** A field of the token that differs from the profile. */
export interface Mismatch {
  readonly field: "codigoSeller" | "ambiente";
  /** Undefined for a production profile without a name of its own: anything but the sandbox's. */
  readonly expected: string | number | undefined;
  readonly actual: string | number | undefined;
}

/** The sandbox's `ambiente`; the specification shows none for production. */
const sandboxAmbiente = "HML";

const testAmbiente = /^(?:hml|hom|homolog\w*|test\w*|sandbox|dev\w*|qa|stg|staging|uat)$/u;
const productionAmbiente = /^(?:prd|prod\w*)$/u;

/**
 * Whether a token's `ambiente` may be of the profile's kind. A name that the person gave a production profile is believed,
 * because there each write is asked about; a sandbox never takes a word for production.
 */
function isOfKind(ambiente: string, { kind, ambiente: own }: SellerEnvironment): boolean {
  const word = foldText(ambiente).trim();
  return kind === "production"
    ? own !== undefined || !testAmbiente.test(word)
    : !productionAmbiente.test(word);
}

/** Why a token must not write in this environment. A token without these fields must not either. */
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

/** Refuses a write whose path or body names another seller than the profile's. */
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
