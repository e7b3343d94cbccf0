/** Chapter and heading, subheading, item: `dddd.dd.dd`. */
export const ncmShape = /^\d{4}\.\d{2}\.\d{2}$/u;

export type IsKnownNcm = (code: string) => boolean;

/**
 * Loads the table of codes (116 KB). It is as old as its package, so a code that it lacks is only a
 * warning.
 */
export async function loadNcmTable(): Promise<IsKnownNcm> {
  const { isValidNcm } = await import("@brazilian-utils/brazilian-utils/is-valid-ncm");
  return (code) => ncmShape.test(code) && isValidNcm(code);
}
