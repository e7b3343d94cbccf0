import { testCheckpointKills } from "./checkpointKills.ts";

testCheckpointKills(12);
