import type { contextEn } from "./contextEn.ts";
import type { Translated } from "./translated.ts";

export const contextPtBr: Translated<typeof contextEn> = {};
