import { createHubToken, hashToken } from "../../auth/hubToken.ts";
import type { RecordStore } from "../../store/store.ts";
import {
  labBudgets,
  labModels,
  labProfiles,
  labSectors,
  labUsers,
  tokenIdOf,
} from "./organisation.ts";

/** Its people cannot sign in until `labPeople` sets their passwords. */
export async function seedLab(records: RecordStore, now: number): Promise<void> {
  for (const sector of labSectors(now)) {
    await records.add("sector", sector);
  }
  for (const profile of labProfiles(now)) {
    await records.add("profile", profile);
  }
  for (const { app, ...user } of labUsers) {
    await records.add("user", { ...user, isActive: true, createdAt: now });
    const secret = createHubToken();
    await records.add("token", {
      id: tokenIdOf(user.id),
      name: app,
      hash: hashToken(secret),
      last4: secret.slice(-4),
      userId: user.id,
      rateLimits: {},
      createdAt: now,
    });
  }
  for (const model of labModels(now)) {
    await records.add("model", model);
  }
  for (const budget of labBudgets(now)) {
    await records.add("budget", budget);
  }
}
