import * as z from "zod/mini";

// Must run before any schema is made: zod would try `new Function`, which the page's policy
// reports.
z.config({ jitless: true });
