import type { protectionEn } from "./protectionEn.ts";
import type { Translated } from "./translated.ts";

export const protectionPtBr: Translated<typeof protectionEn> = {};
