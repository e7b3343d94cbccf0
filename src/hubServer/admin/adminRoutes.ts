import * as z from "zod/mini";

import { jsonResponse } from "../http/message.ts";
import type { AdminDeps } from "./base/adminDeps.ts";
import type { AdminRoute } from "./base/adminRoute.ts";
import { Changes } from "./base/changes.ts";
import { collectionRoutes } from "./base/collection.ts";
import { deviceRoutes } from "./devices/deviceRoutes.ts";
import { ownUseRoutes } from "./me.ts";
import { openApiDocument } from "./openApi.ts";
import { openIdLinkRoutes } from "./openId/openIdLinks.ts";
import { openIdRoutes } from "./openId/openIdRoutes.ts";
import { budgetCollection } from "./records/budgets.ts";
import { kindRoutes } from "./records/kindRoutes.ts";
import { kindCollection } from "./records/kinds.ts";
import { modelRoutes } from "./records/models.ts";
import { profileCollection, sectorCollection } from "./records/profiles.ts";
import { settingsRoutes } from "./records/settings.ts";
import { ownTokenRoutes, tokenRoutes } from "./records/tokens.ts";
import { upstreamCollection, upstreamHealthRoute, upstreamTestRoute } from "./records/upstreams.ts";
import { userCollection } from "./records/users.ts";
import { auditRoutes } from "./reports/audit.ts";
import { runRoutes } from "./reports/runs.ts";
import { usageRoute } from "./reports/usage.ts";
import { usageLiveRoute } from "./reports/usageLive.ts";
import { signInRoutes } from "./signIn.ts";

export function adminRoutes(
  deps: AdminDeps,
  changes = new Changes(deps.onChange),
): readonly AdminRoute[] {
  const { store, clock, version } = deps;
  const routes: readonly AdminRoute[] = [
    ...signInRoutes(deps),
    ...openIdRoutes(deps, changes),
    ...deviceRoutes(deps, changes),
    ...collectionRoutes(sectorCollection(store.records), deps, changes),
    ...collectionRoutes(profileCollection(store.records), deps, changes),
    ...kindRoutes(deps, changes),
    ...collectionRoutes(kindCollection(deps), deps, changes),
    ...collectionRoutes(userCollection(store), deps, changes),
    ...openIdLinkRoutes(deps, changes),
    ...collectionRoutes(
      budgetCollection(store, () => clock.now()),
      deps,
      changes,
    ),
    // Must precede `/upstreams/{id}`, which matches too.
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
