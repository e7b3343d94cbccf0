export interface Translate {
  t(message: string, ...args: readonly (string | number)[]): string;
}
