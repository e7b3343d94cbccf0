import type { Translated } from "./translated.ts";
import type { turnsEn } from "./turnsEn.ts";

export const turnsPtBr: Translated<typeof turnsEn> = {};
