import { checkDigitNames } from "../../../shared/guarded/ownKinds.ts";
import { dlpActions } from "../../../shared/guarded/sensitiveKinds.ts";
import type { Field, Option } from "../../forms/fields.ts";
import type { Words } from "../../words/en.ts";

/** Fields of a kind that the organisation defines. */
export function kindFields(text: Words, profiles: readonly Option[]): readonly Field[] {
  const actions = dlpActions.map((value) => ({ value, label: text.dlpAction[value] }));
  return [
    { name: "labels.en", label: text.kindLabelEn, kind: "text", ...name },
    { name: "labels.pt-br", label: text.kindLabelPt, kind: "text", ...name },
    {
      name: "placeholder",
      label: text.kindPlaceholder,
      hint: text.kindPlaceholderHint,
      kind: "text",
      isRequired: true,
      maxLength: 14,
      pattern: { test: /^[A-WYZ]{2,14}$/u, message: text.kindPlaceholderHint },
    },
    ...formFields(text),
    ...wordFields(text),
    { name: "action", label: text.kindAction, kind: "select", isHalf: true, options: actions },
    {
      name: "acts_from",
      label: text.kindActsFrom,
      hint: text.kindActsFromHint,
      kind: "day",
      isHalf: true,
    },
    {
      name: "profiles",
      label: text.kindProfiles,
      kind: "rows",
      group: text.kindProfiles,
      columns: [
        {
          name: "profile_id",
          label: text.profile,
          kind: "select",
          isRequired: true,
          options: profiles,
        },
        { name: "action", label: text.kindAction, kind: "select", options: actions },
      ],
    },
    { name: "is_active", label: text.kindActive, kind: "check" },
  ];
}

const name = { isRequired: true, isHalf: true, maxLength: 60 } as const;

function formFields(text: Words): readonly Field[] {
  const group = text.kindForm;
  return [
    {
      name: "pattern",
      label: text.kindPattern,
      hint: text.kindPatternHint,
      kind: "text",
      group,
      maxLength: 1_000,
    },
    { name: "case_sensitive", label: text.kindCase, kind: "check", group },
    {
      name: "check_digit",
      label: text.kindCheck,
      kind: "select",
      group,
      options: [
        { value: "", label: text.kindNoCheck },
        ...[...checkDigitNames, "weights" as const].map((value) => ({
          value,
          label: text.kindCheckName[value],
        })),
      ],
    },
    {
      name: "check_weights",
      label: text.kindWeights,
      hint: text.kindWeightsHint,
      kind: "text",
      group,
      isHalf: true,
    },
    { name: "check_modulus", label: text.kindModulus, kind: "count", group, isHalf: true },
  ];
}

function wordFields(text: Words): readonly Field[] {
  const shared = { kind: "lines", group: text.kindWords, isHalf: true } as const;
  return [
    { ...shared, name: "near", label: text.kindNear, hint: text.kindNearHint },
    { ...shared, name: "excuse", label: text.kindExcuse, hint: text.kindExcuseHint },
  ];
}
