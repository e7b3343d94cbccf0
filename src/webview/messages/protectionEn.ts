export const protectionEn = {};
