export const historyEn = {};
