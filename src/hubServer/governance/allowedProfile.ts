import { isOlder } from "../../shared/hubApi/machinePolicy.ts";
import type { Caller } from "../auth/caller.ts";
import type { ApiError } from "../http/apiError.ts";
import type { ProfileRecord, UsageSubject } from "../store/records.ts";
import type { BillableCall } from "./budgets/admission.ts";
import { isPriced } from "./budgets/prices.ts";
import {
  agentDenied,
  clientOutdated,
  modelUnpriced,
  policyDenied,
  profileMissing,
} from "./policy/denials.ts";
import { refusalOf } from "./policy/policy.ts";
import type { Configuration } from "./policy/recordCache.ts";
import { Refusal, refusalEvent, runShare } from "./policy/refusal.ts";

export function allowedProfile(
  call: BillableCall,
  configuration: Configuration,
  { subject, time }: { readonly subject: UsageSubject; readonly time: number },
): ProfileRecord {
  const deny = (answer: ApiError, rule: string): Refusal => {
    const facts = { time, status: answer.status, detail: { rule } };
    return new Refusal(
      answer,
      refusalEvent("policy.deny", subject, facts),
      `${rule} ${runShare(subject)} ${call.model}`,
    );
  };
  const profile = configuration.profileOf(call.caller);
  if (!profile) {
    throw deny(profileMissing(), "profile");
  }
  const least = profile.client?.minimum_version;
  if (typeof least === "string" && isOutdated(call.userAgent, least)) {
    throw deny(clientOutdated(least), "client");
  }
  if (call.run && profile.agent?.isAllowed === false) {
    throw deny(agentDenied(), "agent");
  }
  const isActive = configuration.modelOf(call.model)?.isActive !== false;
  const rule = isActive ? refusalOf(profile.policy, call) : "model";
  if (rule) {
    throw deny(policyDenied(rule, call.model), rule);
  }
  if (lacksPrice(configuration, call.caller, call.model)) {
    throw deny(modelUnpriced(call.model), "price");
  }
  return profile;
}

/** Only our own programs name their version; a browser's editor cannot. */
function isOutdated(userAgent: string | undefined, least: string): boolean {
  const [, version] = /^ai-hub-(?:vscode|agent)\/(\d+\.\d+\.\d+\S*)/u.exec(userAgent ?? "") ?? [];
  return version !== undefined && isOlder(version, least);
}

export function lacksPrice(configuration: Configuration, caller: Caller, model: string): boolean {
  return (
    configuration.settings.refusesUnpriced === true &&
    !isPriced(configuration.modelOf(model)) &&
    configuration.budgetsOf(caller).some(({ unit }) => unit === "money")
  );
}
