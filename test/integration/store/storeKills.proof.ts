import { testStoreKills } from "./storeKills.ts";

/** A thousand by `AI_HUB_KILLS=1000`. */
testStoreKills(Number(process.env["AI_HUB_KILLS"] ?? 40));
