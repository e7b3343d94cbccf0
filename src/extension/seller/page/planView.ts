import { type SellerCallId, sellerCall } from "../../../seller/contract/calls.ts";
import type { FieldKind } from "../../../seller/contract/fields.ts";
import { fieldsOf } from "../../../seller/contract/schemaFields.ts";
import type { FieldChange, FieldValue } from "../../../seller/write/fieldChanges.ts";
import { type CalmLimits, RiskCount, riskOf } from "../../../seller/write/writeRisks.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { ChangeView, PlanResult } from "../../../shared/sellerPage/sellerState.ts";
import type { ProfileDesk } from "../environments/sellerDesks.ts";
import type { Plan } from "../plans.ts";
import { formProblems } from "../sellerForms.ts";
import type { SellerWords } from "../sellerWords.ts";

export function actOf({ call, desk, subject }: Plan, words: SellerWords): string {
  return words.act(call, subject, desk.profile);
}

export interface RiskDeps {
  readonly words: SellerWords;
  readonly calm: () => CalmLimits;
  readonly clock: Clock;
}

export function risksOf({ call, planned }: Plan, { words, calm, clock }: RiskDeps): string {
  const risks = new RiskCount(calm());
  const { input, records, current } = planned;
  const risk = riskOf(call, input, { records, now: clock.now() });
  // A partial list may have other prices of the record.
  const isPriceUnknown = risk.isPriceUnknown || (call === "savePrice" && current !== "found");
  risks.count({ ...risk, isPriceUnknown });
  return words.risks(risks);
}

export function planView(plan: Plan, deps: RiskDeps): Extract<PlanResult, { ok: true }>["plan"] {
  const { words } = deps;
  const { id, call, desk, planned } = plan;
  const { request, changes, warnings, current } = planned;
  const { name, kind }: ProfileDesk["profile"] = desk.profile;
  const danger = [call === "cancelOrder" ? words.finalAct : "", risksOf(plan, deps)]
    .filter((text) => text !== "")
    .join(" ");
  return {
    id,
    environmentName: name,
    environmentKind: kind,
    method: request.method,
    url: request.url,
    ...(request.body !== undefined && { body: request.body }),
    changes: changesView(call, changes, words),
    warnings: formProblems(warnings, "warning", words.language),
    current,
    act: actOf(plan, words),
    ...(danger !== "" && { danger }),
  };
}

interface KnownChange extends Pick<FieldChange, "name" | "state"> {
  readonly before?: FieldValue | undefined;
  readonly after?: FieldValue | undefined;
}

export function changesView(
  call: SellerCallId,
  changes: readonly KnownChange[],
  { language }: SellerWords,
): ChangeView[] {
  const { body, parameters } = sellerCall(call);
  const labels = new Map<string, { readonly label: string; readonly kind: FieldKind }>([
    ...parameters.map(
      ({ name, label }) => [name, { label: label[language], kind: "integer" as const }] as const,
    ),
    ...(body ? fieldsOf(body.schema) : []).map(
      ({ name, label, kind }) => [name, { label: label[language], kind }] as const,
    ),
  ]);
  return changes.map(({ name, before, after, state }) => ({
    name,
    label: labels.get(name)?.label ?? name,
    kind: labels.get(name)?.kind ?? "text",
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    state,
  }));
}
