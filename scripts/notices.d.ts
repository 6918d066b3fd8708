// What TypeScript knows of notices.js.
/** The name of the text. */
export const NOTICES: string;
/** Throws what lacks a licence that is allowed, or its text: all of it at once. */
export function noticesOf(files: readonly string[]): string;
