import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { tokenSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { type SignedIn, useSignedIn } from "../../app/console.ts";
import { nameIn } from "../../data/records.ts";
import type { Token } from "../../data/types.ts";
import type { Field, FieldValues } from "../../forms/fields.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import { type Names, useNames } from "../parts/names.ts";
import type { RecordForm } from "../records/RecordDialog.tsx";
import { nameField, optionsOf, rateLimitFields } from "../records/recordFields.ts";
import { RecordsView } from "../records/RecordsView.tsx";
import { SecretDialog } from "../records/SecretDialog.tsx";
import { tokenEnd, tokenState } from "./tokenState.ts";

export function TokensView(): JSX.Element {
  const page = useSignedIn();
  const names = useNames();
  const [secret, setSecret] = useState<string>();
  const { records, isAdmin } = page;
  const text = page.words.value;
  const lists = [records.users.data, records.profiles.data, records.sectors.data];
  const columns = useMemo(() => tokenColumns(page, names), [text, page.format.value, ...lists]);
  const showSecret = (answer: unknown): void => {
    const made = tokenSchema.safeParse(answer);
    setSecret(made.success ? made.data.token : undefined);
  };
  const form = (token: Token | undefined): RecordForm | undefined => {
    if (!token) {
      return { ...tokenForm(page, token), record: newToken(page), onSaved: showSecret };
    }
    return isAdmin && token.revoked_at === null ? tokenForm(page, token) : undefined;
  };
  return (
    <>
      <RecordsView
        title={text.tokens}
        lead={isAdmin ? text.tokensLead : text.ownTokensLead}
        list={records.tokens}
        {...{ columns, form }}
        sort={{ id: "created", isDescending: true }}
        exportName="tokens"
        newLabel={text.newToken}
        removal={(token) =>
          token.revoked_at === null
            ? {
                label: text.revoke,
                title: text.revokeOf(token.name),
                question: text.revokeQuestion,
                path: `${records.tokensPath}/${encodeURIComponent(token.id)}`,
              }
            : undefined
        }
        empty={text.tokensEmpty}
      />
      {secret !== undefined && (
        <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function tokenColumns(page: SignedIn, names: Names): readonly Column<Token>[] {
  const text = page.words.value;
  const format = page.format.value;
  const now = page.now();
  const looks = { active: "good", expired: "warn", revoked: "off" } as const;
  return [
    nameColumn(text),
    {
      id: "prefix",
      isShort: true,
      label: text.token,
      isMinor: true,
      value: ({ prefix }) => prefix,
      cell: ({ prefix }) => <span class="code">{prefix}</span>,
    },
    ...(page.isAdmin ? ownerColumns(text, names) : []),
    {
      id: "state",
      isShort: true,
      label: text.state,
      value: (token) => text.tokenState[tokenState(token, now)],
      cell: (token) => {
        const state = tokenState(token, now);
        return <Tag look={looks[state]}>{text.tokenState[state]}</Tag>;
      },
    },
    {
      id: "expires",
      isShort: true,
      label: text.expires,
      value: (token) => tokenEnd(token) ?? undefined,
      cell: (token) => {
        const end = tokenEnd(token);
        return end === null ? text.never : format.nearDate(end, now);
      },
    },
    {
      id: "used",
      isShort: true,
      label: text.lastUsed,
      value: (token) => token.last_used_at ?? undefined,
      cell: ({ last_used_at: used }) =>
        used === null ? (
          text.notYet
        ) : (
          <time title={format.dateTime(used)}>{format.relative(used, now)}</time>
        ),
    },
    {
      id: "created",
      isShort: true,
      label: text.created,
      isMinor: true,
      value: (token) => token.created_at,
      cell: (token) => format.nearDate(token.created_at, now),
    },
  ];
}

function nameColumn(text: Words): Column<Token> {
  return {
    id: "name",
    label: text.name,
    value: ({ name }) => name,
    cell: ({ name, device }) =>
      device ? (
        <span>
          {name} <Tag look="off">{text.deviceOf(device.client)}</Tag>
        </span>
      ) : (
        name
      ),
  };
}

function ownerColumns(text: Words, names: Names): readonly Column<Token>[] {
  return [
    { id: "owner", label: text.owner, value: (token) => names.user(token.user_id) },
    {
      ...placeColumn(text, (token) => ({
        name: names.profile(token.effective_profile_id),
        isApart: token.profile_id !== null,
      })),
      id: "profile",
      label: text.profile,
    },
    {
      ...placeColumn(text, (token) => ({
        name: names.sector(token.effective_sector_id),
        isApart: token.sector_id !== null,
      })),
      id: "sector",
      label: text.sector,
      isMinor: true,
    },
  ];
}

function placeColumn(
  text: Words,
  placeOf: (token: Token) => { readonly name: string; readonly isApart: boolean },
): Pick<Column<Token>, "value" | "cell"> {
  return {
    value: (token) => {
      const { name, isApart } = placeOf(token);
      return isApart ? `${name} (${text.setApart})` : name;
    },
    cell: (token) => {
      const { name, isApart } = placeOf(token);
      return (
        <span>
          {name}{" "}
          {isApart ? (
            <Tag look="warn">{text.setApart}</Tag>
          ) : (
            <span class="quiet">{text.inherited}</span>
          )}
        </span>
      );
    },
  };
}

function tokenForm(page: SignedIn, token: Token | undefined): RecordForm {
  const { records, isAdmin } = page;
  const text = page.words.value;
  const fields: readonly Field[] = [
    { ...nameField(text), hint: text.tokenNameHint },
    { name: "expires_at", label: text.expires, hint: text.expiresHint, kind: "day" },
  ];
  return {
    title: token ? text.editOf(token.name) : text.newToken,
    submit: token ? text.save : text.createToken,
    fields: isAdmin ? [...fields, ...adminFields(page)] : fields,
    record: token,
    method: token ? "PATCH" : "POST",
    path: () =>
      token ? `${records.tokensPath}/${encodeURIComponent(token.id)}` : records.tokensPath,
  };
}

function newToken({ records, who }: SignedIn): unknown {
  const user = records.users.data?.find(({ id }) => id === who.user.id);
  return { user_id: user?.id ?? "" };
}

function adminFields({ records, words }: SignedIn): readonly Field[] {
  const text = words.value;
  const place = { kind: "select", isHalf: true } as const;
  const inheritedOf = (
    values: FieldValues,
  ): { readonly profile: string; readonly sector: string } => {
    const owner = records.users.data?.find(({ id }) => id === values["user_id"]);
    const settings = records.settings.data;
    return {
      profile: nameIn(records.profiles, owner?.profile_id ?? settings?.default_profile_id ?? ""),
      sector: nameIn(records.sectors, owner?.sector_id ?? settings?.default_sector_id ?? ""),
    };
  };
  return [
    {
      name: "user_id",
      label: text.owner,
      hint: text.ownerHint,
      kind: "select",
      // The list may arrive after the form is opened.
      optionsFor: () => [{ value: "", label: text.nobody }, ...optionsOf(records.users.data)],
    },
    {
      ...place,
      name: "profile_id",
      label: text.profile,
      hint: text.placeHint,
      optionsFor: (values) => [
        { value: "", label: text.inheritedAs(inheritedOf(values).profile) },
        ...optionsOf(records.profiles.data),
      ],
    },
    {
      ...place,
      name: "sector_id",
      label: text.sector,
      optionsFor: (values) => [
        { value: "", label: text.inheritedAs(inheritedOf(values).sector) },
        ...optionsOf(records.sectors.data),
      ],
    },
    ...rateLimitFields(text, text.tokenLimitHint),
  ];
}
