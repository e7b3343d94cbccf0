/** The same keys in another language; functions keep their parameters. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };
