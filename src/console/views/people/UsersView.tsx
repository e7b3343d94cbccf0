import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import { type SignedIn, useSignedIn } from "../../app/console.ts";
import type { User } from "../../data/types.ts";
import type { Field } from "../../forms/fields.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import { type Names, useNames } from "../parts/names.ts";
import type { RecordForm } from "../records/RecordDialog.tsx";
import { nameField, optionsOf } from "../records/recordFields.ts";
import { deletion, RecordsView } from "../records/RecordsView.tsx";
import { stateColumn } from "../records/stateColumn.tsx";
import { OpenIdActions } from "./OpenIdActions.tsx";

export function UsersView(): JSX.Element {
  const page = useSignedIn();
  const { records } = page;
  const names = useNames();
  const text = page.words.value;
  const profiles = records.profiles.data;
  const sectors = records.sectors.data;
  const columns = useMemo(() => userColumns(text, names), [text, profiles, sectors]);
  const form = (user: User | undefined): RecordForm => ({
    title: user ? text.editOf(user.name) : text.newUser,
    submit: user ? text.save : text.createUser,
    fields: userFields(text, user, [
      {
        ...profileField,
        label: text.profile,
        hint: placeHint(page, user),
        options: optionsOf(profiles),
      },
      { ...sectorField, label: text.sector, options: optionsOf(sectors) },
    ]),
    record: user ?? {
      role: "user",
      is_active: true,
      profile_id: profiles?.[0]?.id,
      sector_id: sectors?.[0]?.id,
    },
    method: user ? "PATCH" : "POST",
    path: () => (user ? `users/${encodeURIComponent(user.id)}` : "users"),
  });
  return (
    <RecordsView
      title={text.users}
      lead={text.usersLead}
      list={records.users}
      {...{ columns, form }}
      exportName="users"
      newLabel={text.newUser}
      actions={(user) => <OpenIdActions user={user} />}
      removal={({ id, name }) =>
        deletion(text, `users/${encodeURIComponent(id)}`, name, text.deleteUserQuestion)
      }
      empty={text.usersEmpty}
    />
  );
}

/** Names the person's tokens with a profile or sector of their own, which a move does not change. */
function placeHint({ records, words, format }: SignedIn, user: User | undefined): string {
  const text = words.value;
  const apart = records.tokens.data?.filter(
    (token) =>
      user !== undefined &&
      token.user_id === user.id &&
      token.revoked_at === null &&
      (token.profile_id !== null || token.sector_id !== null),
  );
  return apart === undefined || apart.length === 0
    ? text.userPlaceHint
    : `${text.userPlaceHint} ${text.tokensApart(format.value.list(apart.map(({ name }) => name)))}`;
}

const profileField = {
  name: "profile_id",
  kind: "select",
  isRequired: true,
  isHalf: true,
} as const;
const sectorField = { name: "sector_id", kind: "select", isRequired: true, isHalf: true } as const;

function userColumns(text: Words, names: Names): readonly Column<User>[] {
  return [
    { id: "name", label: text.name, value: ({ name }) => name },
    { id: "login", label: text.login, value: ({ login }) => login },
    {
      id: "role",
      isShort: true,
      label: text.role,
      value: ({ role }) => (role === "admin" ? text.roleAdmin : text.roleUser),
    },
    { id: "profile", label: text.profile, value: (user) => names.profile(user.profile_id) },
    {
      id: "sector",
      label: text.sector,
      isMinor: true,
      value: (user) => names.sector(user.sector_id),
    },
    {
      id: "password",
      label: text.password,
      isMinor: true,
      value: (user) => (user.has_password ? text.passwordSet : text.passwordNone),
    },
    {
      id: "openid",
      label: "OpenID",
      isMinor: true,
      value: ({ openid }) => (openid ? text.openId.state[openid.state] : text.openId.none),
      cell: ({ openid }) =>
        openid ? (
          <Tag look={openid.state === "linked" ? "plain" : "warn"}>
            {text.openId.state[openid.state]}
          </Tag>
        ) : (
          text.openId.none
        ),
    },
    stateColumn(text),
  ];
}

function userFields(
  text: Words,
  user: User | undefined,
  places: readonly Field[],
): readonly Field[] {
  return [
    nameField(text),
    {
      name: "login",
      label: text.login,
      hint: text.loginHint,
      kind: "text",
      isRequired: true,
      maxLength: 200,
    },
    {
      name: "password",
      label: user?.has_password === true ? text.newPassword : text.password,
      hint: text.passwordHint,
      kind: "password",
      minLength: 10,
      maxLength: 200,
      isOmitted: true,
      autocomplete: "new-password",
    },
    {
      name: "role",
      label: text.role,
      kind: "select",
      options: [
        { value: "user", label: text.roleUser },
        { value: "admin", label: text.roleAdmin },
      ],
    },
    ...places,
    { name: "is_active", label: text.mayUse, kind: "check" },
  ];
}
