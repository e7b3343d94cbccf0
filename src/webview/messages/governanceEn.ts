export const governanceEn = {};
