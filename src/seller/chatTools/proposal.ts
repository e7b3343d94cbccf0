import type { ProposedField, WriteProposal } from "../../shared/conversation/tool.ts";
import type { SellerEnvironment } from "../client/environment.ts";
import { sellerCall } from "../contract/calls.ts";
import type { Bilingual } from "../contract/fields.ts";
import { type Problem, problemText } from "../contract/problems.ts";
import type { PortalRequest } from "../contract/request.ts";
import type { FieldChange, FieldValue } from "../write/fieldChanges.ts";
import type { PlannedWrite } from "../write/plannedWrite.ts";
import { subjectOf } from "../write/subject.ts";
import { actOf } from "./actWords.ts";
import { requestFields } from "./requestFields.ts";

export interface ProposalExtras {
  readonly warnings: readonly Bilingual[];
  readonly acknowledgement?: Bilingual | undefined;
  readonly productName?: string | undefined;
}

/** New values come from the frozen request; only old values and states come from the plan. */
export function proposalOf(
  { request, input, changes, current, warnings }: PlannedWrite,
  environment: SellerEnvironment,
  extras: ProposalExtras,
): WriteProposal {
  const { name, kind } = environment;
  const fields = requestFields(request);
  return Object.freeze({
    environment: Object.freeze({ name, isProduction: kind === "production" }),
    title: titleOf(request, subjectOf(request.call, input, extras.productName)),
    act: Object.freeze(actOf(request.call, fields, name)),
    method: request.method,
    url: request.url,
    ...(request.body !== undefined && { body: request.body }),
    fields: [...sentFields(request, changes), ...keptFields(changes)],
    warnings: [
      ...extras.warnings,
      ...(current === "unreadable" ? [notReadable] : []),
      ...(current === "incomplete" ? [notWhole] : []),
      ...warnings.filter(({ code }) => code !== "missingField").map(warningOf),
    ],
    ...(extras.acknowledgement && { acknowledgement: extras.acknowledgement }),
  });
}

function titleOf({ call }: PortalRequest, subject: string): Bilingual {
  const { en, ptBr } = sellerCall(call).title;
  return subject === "" ? { en, ptBr } : { en: `${en}: ${subject}`, ptBr: `${ptBr}: ${subject}` };
}

const notReadable: Bilingual = {
  en: "What the portal has now could not be read, so the old values are not known.",
  ptBr: "Não foi possível ler o que o portal tem agora; os valores atuais não são conhecidos.",
};

const notWhole: Bilingual = {
  en: "The portal gave only a part of its list: this record may exist already, or be another than shown.",
  ptBr: "O portal entregou só uma parte da lista: este registro pode já existir, ou ser outro que o mostrado.",
};

function sentFields(
  request: PortalRequest,
  changes: readonly FieldChange[],
): readonly ProposedField[] {
  const known = new Map(changes.map((change) => [change.name, change]));
  return requestFields(request).map(({ name, label, value }) => {
    const change = known.get(name);
    const before = textOf(change?.before);
    return {
      name,
      label,
      ...(before !== undefined && { before }),
      after: value,
      state: change?.state ?? "new",
    };
  });
}

function keptFields(changes: readonly FieldChange[]): readonly ProposedField[] {
  return changes.flatMap(({ name, label, before, state }) => {
    const text = textOf(before);
    return state === "notSent" && text !== undefined ? [{ name, label, before: text, state }] : [];
  });
}

function textOf(value: FieldValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function warningOf(problem: Problem): Bilingual {
  return {
    en: sentence(problem, "en"),
    ptBr: sentence(problem, "ptBr"),
  };
}

function sentence(problem: Problem, language: keyof Bilingual): string {
  const text = problemText(problem, language);
  return problem.path === "" ? text : `${problem.path}: ${text}`;
}
