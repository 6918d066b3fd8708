// Error messages of the program, without the error class name.

/** `ChainUnavailable: the node is away` becomes `the node is away`. */
export const refusalOf = (error: string): string => error.replace(/^(?:[A-Z][a-z]+)+: /, '');
