// Why the signer is unreachable, in the page's language.
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/texts.ts';

type Signer = Pick<
  OperatorApi['wallet.signer']['output'],
  'away_because' | 'away_code' | 'away_about'
>;

/** Null while the signer is reachable. An error without a code is shown as it is. */
export function useAwayText(): (signer: Signer) => string | null {
  const { signer: texts } = useTexts('reasons');
  return ({ away_because: because, away_code: code, away_about: about }) => {
    if (code === null) return because;
    const text = texts[code];
    return typeof text === 'string' ? text : text({ about: about ?? '' });
  };
}
