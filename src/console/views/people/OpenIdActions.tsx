import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { type SignedIn, useSignedIn } from "../../app/console.ts";
import { anything } from "../../data/api.ts";
import type { User } from "../../data/types.ts";
import { Button } from "../../parts/Button.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import type { Fact } from "../parts/auditText.ts";
import { Facts } from "../parts/Facts.tsx";

type Decision = "confirm" | "refuse" | "unlink";

export function OpenIdActions({ user }: { readonly user: User }): JSX.Element | null {
  const { words } = useSignedIn();
  const text = words.value.openId;
  const [asked, setAsked] = useState<Decision>();
  if (!user.openid) {
    return null;
  }
  const decisions: readonly Decision[] =
    user.openid.state === "waiting" ? ["confirm", "refuse"] : ["unlink"];
  return (
    <>
      {decisions.map((decision) => (
        <Button
          key={decision}
          label={text[decision].title(user.name)}
          onClick={() => setAsked(decision)}
        >
          {text[decision].label}
        </Button>
      ))}
      {asked && <DecisionDialog user={user} decision={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface DecisionDialogProps {
  readonly user: User;
  readonly decision: Decision;
  readonly onClose: () => void;
}

function DecisionDialog({ user, decision, onClose }: DecisionDialogProps): JSX.Element {
  const page = useSignedIn();
  const { api, records, spoken, words } = page;
  const { label, title, question } = words.value.openId[decision];
  const act = async (): Promise<void> => {
    const path = `users/${encodeURIComponent(user.id)}/openid`;
    await api.change(
      decision === "confirm"
        ? { method: "POST", path, body: { subject: user.openid?.subject } }
        : { method: "DELETE", path },
      anything,
    );
    await records.users.load();
    spoken.value = words.value.done;
  };
  return (
    <ConfirmDialog title={title(user.name)} confirm={label} {...{ act, onClose }}>
      <p>{question}</p>
      <Facts rows={factsOf(user, page)} />
    </ConfirmDialog>
  );
}

function factsOf({ openid, login }: User, { words, format }: SignedIn): readonly Fact[] {
  const text = words.value;
  const rows: readonly Fact[] = [
    [text.login, login],
    [text.name, openid?.name ?? ""],
    [text.openId.email, openid?.email ?? ""],
    [text.openId.subject, openid?.subject ?? ""],
    [text.openId.requested, openid?.requested_at ? format.value.dateTime(openid.requested_at) : ""],
  ];
  return rows.filter(([, value]) => value !== "");
}
