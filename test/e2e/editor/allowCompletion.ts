import * as z from "zod/mini";

import type { LabHub } from "../../../scripts/labHub.ts";
import { askHub } from "./askHub.ts";

const profilesSchema = z.object({
  data: z.array(z.object({ id: z.string(), policy: z.record(z.string(), z.unknown()) })),
});

/** Sets in all profiles of a hub whether they allow completion. */
export async function allowCompletion(
  { url, adminToken }: LabHub,
  isAllowed: boolean,
): Promise<void> {
  const path = `${url}/hub/admin/v1/profiles`;
  const { data } = profilesSchema.parse(await askHub(path, adminToken));
  for (const { id, policy } of data) {
    const body = JSON.stringify({ policy: { ...policy, allows_completion: isAllowed } });
    await askHub(`${path}/${id}`, adminToken, { method: "PATCH", body });
  }
}
