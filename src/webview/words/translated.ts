/** The same keys in another language: sentences as text, functions with the same parameters. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };
