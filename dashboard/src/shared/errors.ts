// What failed, in words that say what to do next.
import { ApiError } from './api.ts';
import { type Language, useLanguage } from './i18n.tsx';
import { problemText, refusalText } from './refusals/refusal-text.ts';
import { StepUpCancelled } from './step-up.ts';
import { textsIn } from './texts.ts';

/** As browsers call it that a person, or his device, did not want to (Web Authentication, 5.1). */
const GIVEN_UP = ['NotAllowedError', 'AbortError', 'InvalidStateError'];

export interface ErrorMessages {
  readonly text: string;
  /** To be named to whoever looks for the cause. */
  readonly requestId: string | null;
}

export function useErrorMessages(): (error: unknown) => ErrorMessages {
  const { language } = useLanguage();
  return (error) => errorTexts(error, language);
}

function errorTexts(error: unknown, language: Language): ErrorMessages {
  const words: Readonly<Record<string, string>> = textsIn(language, 'common').errors;
  if (error instanceof StepUpCancelled) return { text: words['not_proven'] ?? '', requestId: null };
  if (error instanceof Error && GIVEN_UP.includes(error.name))
    return { text: words['passkey_given_up'] ?? '', requestId: null };
  if (!(error instanceof ApiError)) return { text: words['unexpected'] ?? '', requestId: null };
  return { text: words[error.code] ?? refusalText(error), requestId: error.requestId };
}

/** Statuses of what stays refused, however often it is asked. */
const FINAL = [403, 404];

/** Whether trying again may help. */
export function mayMend(error: unknown): boolean {
  return !(error instanceof ApiError && FINAL.includes(error.status));
}

/** What a form shows beside its fields, by their names; empty when the refusal is about none of them. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.details.map((problem) => [problem.target, problemText(problem)]));
}
