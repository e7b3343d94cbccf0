import type { toolsEn } from "./toolsEn.ts";
import type { Translated } from "./translated.ts";

export const toolsPtBr: Translated<typeof toolsEn> = {};
