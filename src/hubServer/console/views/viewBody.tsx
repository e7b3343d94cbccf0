import type { JSX } from "preact";

import { type SignedIn, useSignedIn } from "../app/console.ts";
import { type ViewName, viewNames } from "../app/router.ts";
import { RouteLink } from "../parts/RouteLink.tsx";
import { AuditView } from "./AuditView.tsx";
import { BudgetsView } from "./BudgetsView.tsx";
import { ModelsView } from "./ModelsView.tsx";
import { OverviewView } from "./OverviewView.tsx";
import { PageHead } from "./PageHead.tsx";
import { ProfilesView } from "./ProfilesView.tsx";
import { SectorsView } from "./SectorsView.tsx";
import { SettingsView } from "./SettingsView.tsx";
import { TokensView } from "./TokensView.tsx";
import { UpstreamsView } from "./UpstreamsView.tsx";
import { UsageView } from "./UsageView.tsx";
import { UsersView } from "./UsersView.tsx";

const userViews: readonly ViewName[] = ["tokens", "usage", "budgets"];

/** What this person may see, in the order of the rail. */
export function viewsOf({ isAdmin }: SignedIn): readonly ViewName[] {
  return isAdmin ? viewNames : userViews;
}

/** The view of the address, or the first one; undefined where there is no such view for this person. */
export function viewOf(page: SignedIn): ViewName | undefined {
  const views = viewsOf(page);
  const { view } = page.router.place.value;
  return view === undefined ? views[0] : views.find((each) => each === view);
}

export function ViewBody({ view }: { readonly view: ViewName | undefined }): JSX.Element {
  switch (view) {
    case "overview":
      return <OverviewView />;
    case "tokens":
      return <TokensView />;
    case "users":
      return <UsersView />;
    case "profiles":
      return <ProfilesView />;
    case "sectors":
      return <SectorsView />;
    case "budgets":
      return <BudgetsView />;
    case "models":
      return <ModelsView />;
    case "upstreams":
      return <UpstreamsView />;
    case "audit":
    case "security":
      return <AuditView place={view} />;
    case "usage":
      return <UsageView />;
    case "settings":
      return <SettingsView />;
    case undefined:
      return <NoSuchView />;
  }
}

/** An address that leads nowhere, or to what only administrators see. */
function NoSuchView(): JSX.Element {
  const page = useSignedIn();
  const text = page.words.value;
  const isForbidden = page.router.place.value.view !== "unknown";
  const [first = "tokens"] = viewsOf(page);
  return (
    <>
      <PageHead
        title={isForbidden ? text.forbiddenTitle : text.notFoundTitle}
        lead={isForbidden ? text.forbiddenLead : text.notFoundLead}
      />
      <p>
        <RouteLink view={first}>{text.goTo(text[first])}</RouteLink>
      </p>
    </>
  );
}
