import { defaultTimeZone } from "../../../shared/base/zonedTime.ts";
import type { SellerEnvironment } from "../../client/environment.ts";
import type { SellerClient } from "../../client/sellerClient.ts";
import { type Catalogue, catalogueFor } from "../columns/platformCodes.ts";
import type { CsvSource } from "./checkFile.ts";
import { surveyFile } from "./fileSurvey.ts";
import type { ImportProfile } from "./importProfile.ts";
import type { ImportPlan } from "./rowCheck.ts";

interface Preparation {
  readonly read: () => CsvSource;
  readonly plan: Pick<ImportProfile, "call" | "format" | "mapping" | "junk">;
  readonly environment: Pick<SellerEnvironment, "codigoSeller" | "codigoUsuario" | "timeZone">;
  readonly client: Pick<SellerClient, "list">;
  readonly signal: AbortSignal;
  readonly isKnownNcm?: (code: string) => boolean;
  readonly onRow?: () => void;
}

/** `prepareRows` throws the `SellerError` if the required products cannot be read. */
export type PreparedRows = Omit<ImportPlan, "decimal">;

export async function prepareRows({
  read,
  plan: { call, format, mapping, junk },
  environment: { codigoSeller, codigoUsuario, timeZone = defaultTimeZone },
  client,
  signal,
  isKnownNcm,
  onRow,
}: Preparation): Promise<{
  readonly rowPlan: PreparedRows;
  readonly catalogue: Catalogue | undefined;
}> {
  const catalogue = await catalogueFor(client, { call, mapping }, { signal });
  const reading = {
    call,
    mapping,
    junk,
    timeZone,
    codigoSeller,
    ...(codigoUsuario !== undefined && { codigoUsuario }),
    ...(isKnownNcm && { isKnownNcm }),
    platformCodes: catalogue?.codes,
  };
  return {
    catalogue,
    rowPlan: { ...reading, survey: await surveyFile(read(), format, reading, onRow) },
  };
}
