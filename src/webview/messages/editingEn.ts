export const editingEn = {};
