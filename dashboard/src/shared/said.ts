// What failed, as a program said it: without the name that it gives this kind of failure.

/** `ChainUnavailable: the node is away` is `the node is away`. */
export const saidBy = (error: string): string => error.replace(/^(?:[A-Z][a-z]+)+: /, '');
