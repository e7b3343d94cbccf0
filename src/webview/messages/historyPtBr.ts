import type { historyEn } from "./historyEn.ts";
import type { Translated } from "./translated.ts";

export const historyPtBr: Translated<typeof historyEn> = {};
