import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import { type SignedIn, useSignedIn } from "../app/console.ts";
import { type ViewName, viewNames } from "../app/router.ts";
import { Resource } from "../data/resource.ts";
import { Loaded } from "../parts/Loaded.tsx";
import { RouteLink } from "../parts/RouteLink.tsx";
import { PageHead } from "./parts/PageHead.tsx";

const userViews: readonly ViewName[] = ["tokens", "usage", "runs", "budgets"];

export function viewsOf({ isAdmin }: SignedIn): readonly ViewName[] {
  return isAdmin ? viewNames : userViews;
}

/** Undefined if this person has no such view. */
export function viewOf(page: SignedIn): ViewName | undefined {
  const views = viewsOf(page);
  const { view } = page.router.place.value;
  return view === undefined ? views[0] : views.find((each) => each === view);
}

export function ViewBody({ view }: { readonly view: ViewName | undefined }): JSX.Element {
  const loaded = useMemo(() => new Resource(view ? loaders[view] : noSuchView), [view]);
  return <Loaded resource={loaded}>{(View) => <View />}</Loaded>;
}

type View = () => JSX.Element;

const loaders: Readonly<Record<ViewName, () => Promise<View>>> = {
  overview: async () => (await import("./OverviewView.tsx")).OverviewView,
  tokens: async () => (await import("./people/TokensView.tsx")).TokensView,
  users: async () => (await import("./people/UsersView.tsx")).UsersView,
  profiles: async () => (await import("./people/ProfilesView.tsx")).ProfilesView,
  kinds: async () => (await import("./kinds/KindsView.tsx")).KindsView,
  sectors: async () => (await import("./people/SectorsView.tsx")).SectorsView,
  budgets: async () => (await import("./budgets/BudgetsView.tsx")).BudgetsView,
  models: async () => (await import("./models/ModelsView.tsx")).ModelsView,
  upstreams: async () => (await import("./models/UpstreamsView.tsx")).UpstreamsView,
  audit: async () => (await import("./audit/AuditView.tsx")).AuditView,
  security: async () => (await import("./audit/AuditView.tsx")).SecurityView,
  usage: async () => (await import("./usage/UsageView.tsx")).UsageView,
  runs: async () => (await import("./runs/RunsView.tsx")).RunsView,
  settings: async () => (await import("./SettingsView.tsx")).SettingsView,
};

const noSuchView = (): Promise<View> => Promise.resolve(NoSuchView);

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
