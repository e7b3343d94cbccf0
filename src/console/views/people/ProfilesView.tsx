import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { defaultDlpPolicy, dlpActions, dlpKinds } from "../../../shared/guarded/sensitiveKinds.ts";
import { openProfileAgent } from "../../../shared/hubApi/agentPolicy.ts";
import { isWeakEntry } from "../../../shared/hubApi/mcpIdentity.ts";
import { type SignedIn, useSignedIn } from "../../app/console.ts";
import type { Format } from "../../app/format.ts";
import type { Profile } from "../../data/types.ts";
import type { Field } from "../../forms/fields.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import type { RecordForm } from "../records/RecordDialog.tsx";
import { nameField, rateLimitFields } from "../records/recordFields.ts";
import { deletion, RecordsView } from "../records/RecordsView.tsx";
import { agentFields } from "./profileAgentFields.ts";

/** Allows every model and masks personal data. */
const newProfile = {
  policy: {
    allow: [],
    deny: [],
    allows_tools: true,
    allows_images: true,
    allows_completion: true,
    forced: {},
    capped: {},
  },
  dlp: defaultDlpPolicy,
  protection: { may_mask: true, refuse_unread: false },
  rate_limits: {},
  agent: openProfileAgent,
  exclusions: [],
  skills: [],
  client: { settings: {} },
};

export function ProfilesView(): JSX.Element {
  const page = useSignedIn();
  const { records, words, format } = page;
  useEffect(() => records.models.want(), [records]);
  const text = words.value;
  const columns = useMemo(() => profileColumns(text, format.value), [text, format.value]);
  const form = (profile: Profile | undefined): RecordForm => ({
    title: profile ? text.editOf(profile.name) : text.newProfile,
    submit: profile ? text.save : text.createProfile,
    fields: profileFields(page),
    record: profile ?? newProfile,
    method: profile ? "PATCH" : "POST",
    path: () => (profile ? `profiles/${encodeURIComponent(profile.id)}` : "profiles"),
  });
  return (
    <RecordsView
      title={text.profiles}
      lead={text.profilesLead}
      list={records.profiles}
      {...{ columns, form }}
      exportName="profiles"
      newLabel={text.newProfile}
      removal={({ id, name }) =>
        deletion(text, `profiles/${encodeURIComponent(id)}`, name, text.deleteQuestion)
      }
      empty={text.profilesEmpty}
    />
  );
}

function profileColumns(text: Words, format: Format): readonly Column<Profile>[] {
  const limit = (value: number | null | undefined): string =>
    value === null || value === undefined ? text.noLimit : format.count(value);
  const models = ({ policy }: Profile): string =>
    policy.allow.length === 0 ? text.allModels : policy.allow.join(", ");
  return [
    { id: "name", label: text.name, value: ({ name }) => name },
    { id: "models", label: text.models, value: models },
    {
      id: "features",
      label: text.features,
      isMinor: true,
      value: ({ policy }) =>
        [
          policy.allows_tools ? text.tools : "",
          policy.allows_images ? text.images : "",
          policy.allows_completion === false ? "" : text.completion,
        ]
          .filter((each) => each !== "")
          .join(", "),
    },
    {
      id: "dlp",
      label: text.dlp,
      value: ({ dlp }) => dlpKinds.map((kind) => `${kind} ${dlp[kind]}`).join(", "),
      cell: ({ dlp }) => <DlpSummary dlp={dlp} />,
    },
    {
      id: "servers",
      label: text.agentServers,
      isMinor: true,
      value: ({ agent }) => agent.mcp_servers.join(", "),
      cell: ({ agent }) => <ServerEntries entries={agent.mcp_servers} />,
    },
    {
      id: "requests",
      label: text.requestsPerMinute,
      isNumber: true,
      value: (profile) => profile.rate_limits.requests_per_minute ?? undefined,
      cell: (profile) => limit(profile.rate_limits.requests_per_minute),
    },
  ];
}

function ServerEntries({ entries }: { readonly entries: readonly string[] }): JSX.Element {
  const text = useSignedIn().words.value;
  return (
    <span class="tags">
      {entries.map((entry) => (
        <Tag key={entry} look={isWeakEntry(entry) ? "warn" : "plain"}>
          {isWeakEntry(entry) ? text.weakEntry(entry) : entry}
        </Tag>
      ))}
    </span>
  );
}

function DlpSummary({ dlp }: { readonly dlp: Profile["dlp"] }): JSX.Element {
  const text = useSignedIn().words.value;
  const looks = {
    block: "bad",
    route: "warn",
    mask: "warn",
    alert: "plain",
    allow: "off",
  } as const;
  const acting = (["block", "route", "mask", "alert"] as const).flatMap((action) => {
    const kinds = dlpKinds.filter((kind) => dlp[kind] === action);
    return kinds.length === 0 ? [] : [{ action, kinds }];
  });
  if (acting.length === 0) {
    return <>{text.dlpNothing}</>;
  }
  return (
    <span class="tags">
      {acting.map(({ action, kinds }) => (
        <Tag key={action} look={looks[action]}>
          {text.dlpDoes(text.dlpAction[action], kinds.map((kind) => text.dlpKind[kind]).join(", "))}
        </Tag>
      ))}
    </span>
  );
}

function profileFields(page: SignedIn): readonly Field[] {
  const text = page.words.value;
  return [
    nameField(text),
    ...policyFields(text),
    ...protectionFields(page),
    ...agentFields(text),
    {
      name: "exclusions",
      label: text.exclusions,
      hint: text.exclusionsHint,
      kind: "lines",
      group: text.agent,
    },
    {
      name: "client.settings",
      label: text.clientSettings,
      hint: text.clientSettingsHint,
      kind: "json",
      group: text.clients,
    },
    {
      name: "client.minimum_version",
      label: text.clientVersion,
      kind: "text",
      group: text.clients,
    },
    {
      name: "skills",
      label: text.skills,
      hint: text.skillsHint,
      kind: "rows",
      group: text.skills,
      columns: [
        { name: "name", label: text.name, kind: "text", isRequired: true, maxLength: 60 },
        { name: "version", label: text.skillVersion, kind: "text", isRequired: true },
        { name: "description", label: text.skillDescription, kind: "text", isRequired: true },
        {
          name: "text",
          label: text.skillText,
          kind: "longText",
          isRequired: true,
          maxLength: 16_000,
        },
      ],
    },
    ...rateLimitFields(text, text.profileLimitHint),
  ];
}

function protectionFields({ records, words }: SignedIn): readonly Field[] {
  const text = words.value;
  const options = dlpActions.map((value) => ({ value, label: text.dlpAction[value] }));
  return [
    ...dlpKinds.map((kind): Field => ({
      name: `dlp.${kind}`,
      label: text.dlpKind[kind],
      kind: "select",
      group: text.dlp,
      isHalf: true,
      options,
    })),
    {
      name: "protection.route_to",
      label: text.routeTo,
      hint: text.routeToHint,
      kind: "select",
      group: text.dlp,
      optionsFor: () => [
        { value: "", label: "—" },
        ...(records.models.data ?? [])
          .filter((model) => model.in_house)
          .map(({ id }) => ({ value: id, label: id })),
      ],
    },
    { name: "protection.may_mask", label: text.mayMask, kind: "check", group: text.dlp },
    {
      name: "protection.refuse_unread",
      label: text.refuseUnread,
      hint: text.refuseUnreadHint,
      kind: "check",
      group: text.dlp,
    },
    {
      name: "protection.places",
      label: text.placeActions,
      hint: text.placeActionsHint,
      kind: "json",
      group: text.dlp,
    },
    {
      name: "protection.answers",
      label: text.answerActions,
      hint: text.answerActionsHint,
      kind: "json",
      group: text.dlp,
    },
  ];
}

function policyFields(text: Words): readonly Field[] {
  const group = text.modelPolicy;
  return [
    {
      name: "policy.allow",
      label: text.modelsAllowed,
      hint: text.modelsAllowedHint,
      kind: "lines",
      group,
      isHalf: true,
    },
    {
      name: "policy.deny",
      label: text.modelsDenied,
      hint: text.modelsDeniedHint,
      kind: "lines",
      group,
      isHalf: true,
    },
    { name: "policy.max_output_tokens", label: text.maxOutput, kind: "count", group },
    { name: "policy.allows_tools", label: text.allowsTools, kind: "check", group, isHalf: true },
    { name: "policy.allows_images", label: text.allowsImages, kind: "check", group, isHalf: true },
    { name: "policy.allows_completion", label: text.allowsCompletion, kind: "check", group },
    {
      name: "policy.forced",
      label: text.forced,
      hint: text.forcedHint,
      kind: "json",
      group,
      isHalf: true,
    },
    {
      name: "policy.capped",
      label: text.capped,
      hint: text.cappedHint,
      kind: "json",
      group,
      isHalf: true,
    },
  ];
}
