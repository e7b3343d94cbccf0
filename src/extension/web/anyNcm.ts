/** Stands for the table of NCM codes where it is not loaded: no code is doubted. */
export function isValidNcm(): boolean {
  return true;
}
