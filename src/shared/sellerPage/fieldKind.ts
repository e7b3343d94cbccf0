import * as z from "zod/mini";

export const fieldKindSchema = z.enum([
  "text",
  "integer",
  "decimal",
  "timestamp",
  "cep",
  "ncm",
  "ean13",
  "webAddress",
]);

export type FieldKind = z.infer<typeof fieldKindSchema>;
