// Something that a click does at the service, once: a second click while it runs is not heard.
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isAnswered } from './api.ts';

interface Action<Values, Result> {
  /** `attempt` is for what makes something: tried again after no answer, it is done no second time. */
  readonly run: (values: Values, attempt: string) => Promise<Result>;
  readonly onDone?: (result: Result) => unknown;
  readonly onFailed?: (error: unknown) => void;
}

interface Running<Values> extends Pick<UseMutationResult, 'isPending' | 'isError' | 'error'> {
  readonly start: (values: Values) => void;
}

/** A state would be too late: two clicks come before anything is drawn again. */
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
