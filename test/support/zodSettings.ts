import * as z from "zod/mini";

// Must run before any schema is created: otherwise zod tries `new Function`, which the page's
// policy reports.
z.config({ jitless: true });
