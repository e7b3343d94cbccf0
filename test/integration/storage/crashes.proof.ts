import { testWriterKills } from "./writerKills.ts";

/** A thousand by `AI_HUB_KILLS=1000`. */
testWriterKills(Number(process.env["AI_HUB_KILLS"] ?? 60));
