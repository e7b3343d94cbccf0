import type { SellerProfile } from "./environments.ts";
import type { CsvInput } from "./import/csvInput.ts";

/** What the seller part asks of the editor. */
export interface SellerUi {
  /** Asks the person to type the environment's name before something is written in production. */
  confirmProduction(profile: SellerProfile, act: string): Promise<boolean>;
  copy(text: string): Promise<void>;
  /** Opens a text in a new, unsaved document. */
  showText(content: string, language: string): Promise<void>;
  /** The language of the file that is open. */
  activeLanguage(): string | undefined;
  /** Asks where to and writes it; false if the person changed their mind. */
  save(name: string, content: Iterable<string> | AsyncIterable<Uint8Array>): Promise<boolean>;
  pickCsv(from: "disk" | "editor"): Promise<CsvInput | undefined>;
  showLine(uri: string, line: number): Promise<void>;
  addEnvironment(): Promise<void>;
  setCredentials(): Promise<void>;
  openSettings(): Promise<void>;
}
