// The types of what notices.js exports.
/** The name of the file with the notices. */
export const NOTICES: string;
/** The same for the embedded database's binaries. */
export const BINARIES: string;
/** The libraries in them. */
export const PARTS: readonly {
  readonly text: string;
  readonly title: string;
  readonly libraries: readonly string[];
}[];
/** Throws an error with every package that lacks its text or an allowed license. */
export function noticesOf(files: readonly string[]): string;
