// Error texts that say what to do next.
import {
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, isAnswered } from './api.ts';
import { type Language, textsIn, useLanguage } from './i18n.tsx';
import { problemText, refusalText } from './refusals.ts';
import { StepUpCancelled } from './step-up.ts';

/** Error names of browsers when the person or the device declined (Web Authentication, 5.1). */
const GIVEN_UP = ['NotAllowedError', 'AbortError', 'InvalidStateError'];

interface ErrorMessages {
  readonly text: string;
  /** For support requests. */
  readonly requestId: string | null;
}

export function useErrorMessages(): (error: unknown) => ErrorMessages {
  const { language } = useLanguage();
  return (error) => errorTexts(error, language);
}

function errorTexts(error: unknown, language: Language): ErrorMessages {
  const labels: Readonly<Record<string, string>> = textsIn(language, 'common').errors;
  if (error instanceof StepUpCancelled)
    return { text: labels['not_proven'] ?? '', requestId: null };
  if (error instanceof Error && GIVEN_UP.includes(error.name))
    return { text: labels['passkey_given_up'] ?? '', requestId: null };
  if (!(error instanceof ApiError)) return { text: labels['unexpected'] ?? '', requestId: null };
  return { text: labels[error.code] ?? refusalText(error), requestId: error.requestId };
}

/** Statuses that a retry does not change. */
const FINAL = [403, 404];

export function mayMend(error: unknown): boolean {
  return !(error instanceof ApiError && FINAL.includes(error.status));
}

/**
 * Errors by form field. Empty when the error does not concern a field. An error at `addresses.0.address` is also one at
 * `addresses`, for forms with a single input for all of them.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const problems = error.details.map((problem) => [problem.target, problemText(problem)] as const);
  const whole = problems.map(([target, text]) => [target.split(/[.[]/, 1)[0] ?? '', text]);
  return Object.fromEntries([...whole, ...problems]);
}

export interface Action<Values, Result> {
  /** `attempt` is the idempotency key of creating actions: a retry after a lost response has no second effect. */
  readonly run: (values: Values, attempt: string) => Promise<Result>;
  /** Queries whose results it changes. Refetched after `onDone`, which may show a key that is not shown again. */
  readonly refreshes?: readonly QueryKey[];
  readonly onDone?: (result: Result) => unknown;
  readonly onFailed?: (error: unknown) => void;
}

export interface Running<Values>
  extends Pick<UseMutationResult, 'isPending' | 'isError' | 'error'> {
  readonly start: (values: Values) => void;
}

/** A ref, because state would be too late: two clicks can precede the next render. */
export function useAction<Values, Result>(action: Action<Values, Result>): Running<Values> {
  const client = useQueryClient();
  const isRunning = useRef(false);
  const attempt = useRef('');
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: (values: Values) => action.run(values, attempt.current),
    onSuccess: (result) => {
      const done = action.onDone?.(result);
      for (const queryKey of action.refreshes ?? []) void client.invalidateQueries({ queryKey });
      return done;
    },
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
