import type { governanceEn } from "./governanceEn.ts";
import type { Translated } from "./translated.ts";

export const governancePtBr: Translated<typeof governanceEn> = {};
