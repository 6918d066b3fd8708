// Why one of several nodes is not used, in the reader's language.
import type { OperatorApi } from './api-types.ts';
import { defineMessages, useMessages } from './i18n.tsx';

type Node = OperatorApi['nodes.list']['output'][number]['nodes'][number];
export type NodeCause = NonNullable<Node['cause']>;

const causeMessages = defineMessages(
  {
    silent: 'it does not answer',
    wrong_network: 'it is on another network',
    behind: 'it is behind the others',
    other_branch: 'it is on another branch than the others',
  },
  {
    de: {
      silent: 'er antwortet nicht',
      wrong_network: 'er gehört zu einem anderen Netz',
      behind: 'er ist hinter den anderen zurück',
      other_branch: 'er ist auf einem anderen Zweig als die anderen',
    },
    fr: {
      silent: 'il ne répond pas',
      wrong_network: 'il est sur un autre réseau',
      behind: 'il est en retard sur les autres',
      other_branch: 'il est sur une autre branche que les autres',
    },
    es: {
      silent: 'no responde',
      wrong_network: 'está en otra red',
      behind: 'va por detrás de los demás',
      other_branch: 'está en otra rama que los demás',
    },
  },
);

/** Null for what has no words here. */
export function useNodeCause(): (cause: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useMessages(causeMessages);
  return (cause) => (typeof cause === 'string' ? (t[cause] ?? null) : null);
}
