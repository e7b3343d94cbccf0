import type { editingEn } from "./editingEn.ts";
import type { Translated } from "./translated.ts";

export const editingPtBr: Translated<typeof editingEn> = {};
