// What TypeScript knows of notices.js.
/** The name of the text. */
export const NOTICES: string;
/** That of the embedded database's binaries. */
export const BINARIES: string;
/** What is in them. */
export const PARTS: readonly {
  readonly text: string;
  readonly title: string;
  readonly libraries: readonly string[];
}[];
/** Throws what lacks a licence that is allowed, or its text: all of it at once. */
export function noticesOf(files: readonly string[]): string;
