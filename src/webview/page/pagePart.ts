import { createContext, type Provider } from "preact";
import { useContext } from "preact/hooks";

/**
 * Hands one value to all components below a provider. Each feature has one for its own state and actions,
 * so that the page itself needs to know no feature.
 */
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
