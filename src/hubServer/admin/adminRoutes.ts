import * as z from "zod/mini";

import { jsonResponse } from "../http/message.ts";
import type { AdminDeps } from "./adminDeps.ts";
import type { AdminRoute } from "./adminRoute.ts";
import { auditRoutes } from "./audit.ts";
import { budgetCollection } from "./budgets.ts";
import { Changes } from "./changes.ts";
import { collectionRoutes } from "./collection.ts";
import { ownUseRoutes } from "./me.ts";
import { modelRoutes } from "./models.ts";
import { openApiDocument } from "./openApi.ts";
import { openIdLinkRoutes } from "./openIdLinks.ts";
import { openIdRoutes } from "./openIdRoutes.ts";
import { profileCollection, sectorCollection } from "./profiles.ts";
import { runRoutes } from "./runs.ts";
import { settingsRoutes } from "./settings.ts";
import { signInRoutes } from "./signIn.ts";
import { ownTokenRoutes, tokenRoutes } from "./tokens.ts";
import { upstreamCollection, upstreamHealthRoute, upstreamTestRoute } from "./upstreams.ts";
import { usageRoute } from "./usage.ts";
import { usageLiveRoute } from "./usageLive.ts";
import { userCollection } from "./users.ts";

export function adminRoutes(deps: AdminDeps): readonly AdminRoute[] {
  const { store, clock, version } = deps;
  const changes = new Changes(deps.onChange);
  const routes: readonly AdminRoute[] = [
    ...signInRoutes(deps),
    ...openIdRoutes(deps, changes),
    ...collectionRoutes(sectorCollection(store.records), deps, changes),
    ...collectionRoutes(profileCollection(store.records), deps, changes),
    ...collectionRoutes(userCollection(store), deps, changes),
    ...openIdLinkRoutes(deps, changes),
    ...collectionRoutes(
      budgetCollection(store, () => clock.now()),
      deps,
      changes,
    ),
    // Before `/upstreams/{id}`.
    upstreamHealthRoute(deps),
    ...collectionRoutes(upstreamCollection(deps), deps, changes),
    upstreamTestRoute(deps),
    ...tokenRoutes(deps, changes),
    ...modelRoutes(deps, changes),
    ...settingsRoutes(deps, changes),
    ...auditRoutes(deps),
    usageRoute(deps),
    usageLiveRoute(deps),
    ...runRoutes(deps),
    ...ownTokenRoutes(deps, changes),
    ...ownUseRoutes(deps),
  ];
  const described: AdminRoute = {
    method: "GET",
    path: "/openapi.json",
    access: "open",
    doc: { summary: "This description", answer: z.record(z.string(), z.unknown()) },
    handle: () => jsonResponse(200, openApiDocument([...routes, described], version)),
  };
  return [...routes, described];
}
