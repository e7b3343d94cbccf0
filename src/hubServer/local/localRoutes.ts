import { leaseSchema } from "../../shared/hubApi/localHub.ts";
import { readBody } from "../admin/base/input.ts";
import type { Route } from "../api/router.ts";
import { ApiError } from "../http/apiError.ts";
import { jsonResponse } from "../http/message.ts";
import type { Leases } from "./leases.ts";

export interface LocalRouteDeps {
  readonly leases?: Leases;
  readonly stop: () => void;
}

export function localRoutes({ leases, stop }: LocalRouteDeps): readonly Route[] {
  const access = "local";
  return [
    {
      method: "POST",
      path: "/hub/local/lease",
      access,
      handle: async (request) => {
        leases?.renew((await readBody(request, leaseSchema)).clientId);
        return jsonResponse(200, { status: "ok" });
      },
    },
    {
      method: "DELETE",
      path: "/hub/local/lease",
      access,
      handle: async (request) => {
        leases?.release((await readBody(request, leaseSchema)).clientId);
        return jsonResponse(200, { status: "ok" });
      },
    },
    {
      method: "POST",
      path: "/hub/local/stop",
      access,
      handle: () => {
        if (!leases) {
          throw new ApiError(403, "This hub was started by hand: stop it where it was started.", {
            type: "permission_error",
            code: "not_stoppable",
          });
        }
        stop();
        return jsonResponse(200, { status: "stopping" });
      },
    },
  ];
}
