import type { AdminDeps } from "../base/adminDeps.ts";
import type { GuardedRoute } from "../base/adminRoute.ts";
import { UsageFeed } from "./usageFeed.ts";

export function usageLiveRoute({ store, clock, onError, closing }: AdminDeps): GuardedRoute {
  const feed = new UsageFeed({ audit: store.audit, clock, onError });
  return {
    method: "GET",
    path: "/usage/live",
    access: "admin",
    doc: {
      summary: "Server-sent events: `usage` with an audit entry for every finished request",
      mediaType: "text/event-stream",
    },
    handle: async ({ request }) => ({
      status: 200,
      headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
      body: await feed.stream(AbortSignal.any([request.signal, closing])),
    }),
  };
}
