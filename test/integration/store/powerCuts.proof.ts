import { testPowerCuts } from "./powerCuts.ts";

/** A thousand by `AI_HUB_CUTS=1000`. */
testPowerCuts(Number(process.env["AI_HUB_CUTS"] ?? 200));
