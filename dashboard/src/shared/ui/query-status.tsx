// Rendered in place of a query's data: that it is loading, or why it failed, with a button to retry.
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';

interface Props {
  readonly of: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    refetch(): Promise<unknown>;
  };
  /** What is being loaded, as text. */
  readonly what: string;
}

export function QueryStatus({ of: query, what }: Props) {
  if (query.isPending) return <Loading what={what} />;
  if (!query.isError) return null;
  return <Failed error={query.error} what={what} onRetry={() => void query.refetch()} />;
}
