import * as z from "zod/mini";

import { dlpKinds } from "./sensitiveKinds.ts";

/** A built-in kind, or `own.` and the placeholder of an own kind. */
export const foundKindSchema = z.union([
  z.enum(dlpKinds),
  z.templateLiteral(["own.", z.string().check(z.regex(/^[A-WYZ]{2,14}$/u))]),
]);
