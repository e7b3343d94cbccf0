import * as z from "zod/mini";

import type { Product } from "../../seller/contract/bodies.ts";
import { ean13CheckDigit } from "../../seller/contract/values/ean13.ts";
import families from "./families.json" with { type: "json" };

/** Description, weight, height, width, length, and price in cents. */
const sizeSchema = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
]);

const familySchema = z.object({
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

type Family = Readonly<z.infer<typeof familySchema>>;

type Filled<T> = { readonly [K in keyof T]-?: NonNullable<T[K]> };

export interface SeedProduct {
  readonly body: Filled<Omit<Product, "prazoValidade">> & Pick<Product, "prazoValidade">;
  readonly centavos: number;
}

const brands: readonly string[] = [
  "Serra Clara",
  "Ipê Dourado",
  "Campo Belo",
  "Vale Verde",
  "Casa Mineira",
  "Rio Manso",
  "Bom Dia",
  "Sabiá",
];

export function seedCatalogue(): readonly SeedProduct[] {
  return z
    .array(familySchema)
    .parse(families)
    .flatMap((family, familyIndex) =>
      brands.flatMap((brand, brandIndex) => variants({ family, familyIndex, brand, brandIndex })),
    )
    .map((variant, index) => toProduct(variant, index));
}

interface Branded {
  readonly family: Family;
  readonly familyIndex: number;
  readonly brand: string;
  readonly brandIndex: number;
}

interface Variant extends Branded {
  readonly tipo: string;
  readonly size: Family["tamanhos"][number];
}

function variants(branded: Branded): readonly Variant[] {
  const { tipos, tamanhos } = branded.family;
  return tipos.flatMap((tipo) => tamanhos.map((size) => ({ ...branded, tipo, size })));
}

function toProduct(
  { family, familyIndex, brand, brandIndex, tipo, size }: Variant,
  index: number,
): SeedProduct {
  const { nome, codigoNcmBase, codigoDepartamento, codigoCategoria, prazoValidade } = family;
  const [texto, peso, altura, largura, comprimento, centavos] = size;
  // 789 is the prefix of GS1 Brasil; company and item are made up.
  const ean = `789${6100 + brandIndex}${String(index + 1).padStart(5, "0")}`;
  return {
    body: {
      codigoProdutoSeller: `SKU-${String(index + 1).padStart(5, "0")}`,
      descricao: `${nome} ${tipo} ${brand} ${texto}`,
      codigoNcmBase,
      codigoBarrasEAN: `${ean}${ean13CheckDigit(ean)}`,
      codigoMarca: brandIndex + 1,
      codigoMercadoria: 1000 + familyIndex,
      codigoDepartamento,
      codigoCategoria,
      peso,
      altura,
      largura,
      comprimento,
      ...(prazoValidade !== undefined && { prazoValidade }),
      quantidadeMinimaFracionada: 1,
    },
    centavos: Math.round(centavos * (0.88 + 0.04 * brandIndex)),
  };
}
