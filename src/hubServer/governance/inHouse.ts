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
  const { protection, policy } = profile;
  const isUsable = (id: string): boolean => {
    const record = configuration.modelOf(id);
    return (
      record?.isInHouse === true &&
      record.isActive &&
      refusalOf(policy, { ...call, model: id }) === undefined &&
      !lacksPrice(configuration, call.caller, id)
    );
  };
  const others = configuration.models.map(({ id }) => id).toSorted();
  const wanted =
    call.format === "embeddings"
      ? [call.model]
      : [call.model, ...(protection?.route_to ? [protection.route_to] : []), ...others];
  for (const id of new Set(wanted)) {
    if (isUsable(id) && (await call.servesInHouse(id))) {
      return id;
    }
  }
  return undefined;
}
