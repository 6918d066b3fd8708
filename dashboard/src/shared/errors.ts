// Error texts that say what to do next.
import { ApiError } from './api.ts';
import { type Language, useLanguage } from './i18n.tsx';
import { problemText, refusalText } from './refusals/refusal-text.ts';
import { StepUpCancelled } from './step-up.ts';
import { textsIn } from './texts.ts';

/** Error names of browsers when the person or the device declined (Web Authentication, 5.1). */
const GIVEN_UP = ['NotAllowedError', 'AbortError', 'InvalidStateError'];

export interface ErrorMessages {
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

/** Whether a retry may succeed. */
export function mayMend(error: unknown): boolean {
  return !(error instanceof ApiError && FINAL.includes(error.status));
}

/** Errors by form field. Empty when the error does not concern a field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.details.map((problem) => [problem.target, problemText(problem)]));
}
