export const toolsEn = {};
