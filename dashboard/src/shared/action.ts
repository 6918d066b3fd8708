// An action that starts with a click. Clicks while it is running are ignored.
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isAnswered } from './api.ts';

interface Action<Values, Result> {
  /** `attempt` is the idempotency key of creating actions: a retry after a lost response has no second effect. */
  readonly run: (values: Values, attempt: string) => Promise<Result>;
  readonly onDone?: (result: Result) => unknown;
  readonly onFailed?: (error: unknown) => void;
}

interface Running<Values> extends Pick<UseMutationResult, 'isPending' | 'isError' | 'error'> {
  readonly start: (values: Values) => void;
}

/** A ref, because state would be too late: two clicks can precede the next render. */
export function useAction<Values, Result>(action: Action<Values, Result>): Running<Values> {
  const isRunning = useRef(false);
  const attempt = useRef('');
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: (values: Values) => action.run(values, attempt.current),
    onSuccess: (result) => action.onDone?.(result),
    onError: (failure) => action.onFailed?.(failure),
    onSettled: (_result, failure) => {
      if (failure === null || isAnswered(failure)) attempt.current = '';
      isRunning.current = false;
    },
  });
  const start = (values: Values) => {
    if (isRunning.current) return;
    isRunning.current = true;
    if (attempt.current === '') attempt.current = crypto.randomUUID();
    mutate(values);
  };
  return { start, isPending, isError, error };
}
