import { describeShells } from "./shellScripts.ts";

/** `AI_HUB_SCRIPTS=100000` for the long run. */
describeShells(Number(process.env["AI_HUB_SCRIPTS"] ?? 3_000));
