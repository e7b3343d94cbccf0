export const turnsEn = {};
