// Why one of several nodes of a coin is not used. The dashboard explains each in the reader's language.

export const NODE_CAUSES = ['silent', 'wrong_network', 'behind', 'other_branch'] as const;

export type NodeCause = (typeof NODE_CAUSES)[number];
