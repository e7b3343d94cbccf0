export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };
