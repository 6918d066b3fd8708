// How a request of a program was answered, in words and colours.
import { defineMessages } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';

export type RequestResult = 'succeeded' | 'refused' | 'failed';

export const requestOutcome: StatusTable<RequestResult> = {
  tones: { succeeded: 'good', refused: 'careful', failed: 'bad' },
  words: defineMessages(
    { succeeded: 'succeeded', refused: 'refused', failed: 'failed here' },
    {
      de: { succeeded: 'gelungen', refused: 'abgelehnt', failed: 'hier gescheitert' },
      fr: { succeeded: 'réussie', refused: 'refusée', failed: 'échouée ici' },
      es: { succeeded: 'lograda', refused: 'rechazada', failed: 'fallida aquí' },
    },
  ),
};

export function resultOf(status: number): RequestResult {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}
