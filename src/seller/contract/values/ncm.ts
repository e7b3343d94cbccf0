export const ncmShape = /^\d{4}\.\d{2}\.\d{2}$/u;

export type IsKnownNcm = (code: string) => boolean;

/** The table (116 KB) may be outdated, so an unknown code is only a warning. */
export async function loadNcmTable(): Promise<IsKnownNcm> {
  const { isValidNcm } = await import("@brazilian-utils/brazilian-utils/is-valid-ncm");
  return (code) => ncmShape.test(code) && isValidNcm(code);
}
