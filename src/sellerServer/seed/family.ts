import * as z from "zod/mini";

/** Description, weight, height, width, length, and price in cents. */
const sizeSchema = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
]);

export const familySchema = z.object({
  nome: z.string(),
  codigoNcmBase: z.string(),
  /** 1 food, 2 drinks, 3 care, 4 cleaning, 5 home, 6 electronics, 7 stationery, 8 clothes. */
  codigoDepartamento: z.number(),
  codigoCategoria: z.number(),
  tipos: z.array(z.string()),
  tamanhos: z.array(sizeSchema),
  /** The specification names no unit. Absent if the product does not spoil. */
  prazoValidade: z.optional(z.number()),
});

export type Family = Readonly<z.infer<typeof familySchema>>;
