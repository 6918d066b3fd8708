// Why one of several nodes is not used, in the reader's language.
import type { OperatorApi } from './api-types.ts';
import { useTexts } from './texts.ts';

type Node = OperatorApi['nodes.list']['output'][number]['nodes'][number];
export type NodeCause = NonNullable<Node['cause']>;

/** Null for what has no words here. */
export function useNodeCause(): (cause: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useTexts('common').nodeCauses;
  return (cause) => (typeof cause === 'string' ? (t[cause] ?? null) : null);
}
