// Why one of several nodes is not used, in the page's language.
import type { OperatorApi } from './api-types.ts';
import { useTexts } from './texts.ts';

type Node = OperatorApi['nodes.list']['output'][number]['nodes'][number];
export type NodeCause = NonNullable<Node['cause']>;

/** Null for a cause without a text here. */
export function useNodeCause(): (cause: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useTexts('common').nodeCauses;
  return (cause) => (typeof cause === 'string' ? (t[cause] ?? null) : null);
}
