import type { ProfileRecord } from "../store/records.ts";
import { lacksPrice } from "./allowedProfile.ts";
import type { BillableCall } from "./budgets/admission.ts";
import { refusalOf } from "./policy/policy.ts";
import type { Configuration } from "./policy/recordCache.ts";

/**
 * The model in house for a request that must not leave: the asked one, else `route_to` of the profile, else the
 * first by id. Embeddings of another model fit no index, so they have only the asked one.
 */
export async function inHouseModel(
  call: BillableCall,
  profile: ProfileRecord,
  configuration: Configuration,
): Promise<string | undefined> {
  for (const id of inHouseModels(call, profile, configuration)) {
    if (await call.servesInHouse(id)) {
      return id;
    }
  }
  return undefined;
}

type Asked = Pick<BillableCall, "caller" | "format" | "model" | "hasTools" | "hasImages">;

/** The models in house that policy and prices allow, in the order in which they are tried. */
export function inHouseModels(
  asked: Asked,
  { protection, policy }: ProfileRecord,
  configuration: Configuration,
): readonly string[] {
  const { route_to: first } = protection ?? {};
  const others = [
    ...(first ? [first] : []),
    ...configuration.models.map(({ id }) => id).toSorted(),
  ];
  const wanted = new Set([asked.model, ...(asked.format === "embeddings" ? [] : others)]);
  return [...wanted].filter((id) => {
    const record = configuration.modelOf(id);
    return (
      record?.isInHouse === true &&
      record.isActive &&
      refusalOf(policy, { ...asked, model: id }) === undefined &&
      !lacksPrice(configuration, asked.caller, id)
    );
  });
}
