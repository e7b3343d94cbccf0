import { testCheckpointKills } from "./checkpointKills.ts";

/** A thousand by `AI_HUB_KILLS=1000`. */
testCheckpointKills(Number(process.env["AI_HUB_KILLS"] ?? 60));
