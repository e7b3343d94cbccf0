import { config } from "zod/v4-mini";

// Zod would try `new Function`, which a page's policy refuses and reports.
config({ jitless: true });

/** Replaces `zod/mini` in the builds of pages (`alias`). */
export * from "zod/v4-mini";
