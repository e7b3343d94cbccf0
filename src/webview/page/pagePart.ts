import { createContext, type Provider } from "preact";
import { useContext } from "preact/hooks";

/** The state of a feature with its own provider, so that the page is independent of features. */
export function pagePart<T extends object>(
  name: string,
): { readonly Provider: Provider<T | undefined>; readonly usePart: () => T } {
  const Context = createContext<T | undefined>(undefined);
  return {
    Provider: Context.Provider,
    usePart() {
      const value = useContext(Context);
      if (!value) {
        throw new Error(`A component was drawn outside of the provider of "${name}"`);
      }
      return value;
    },
  };
}
