export const contextEn = {};
