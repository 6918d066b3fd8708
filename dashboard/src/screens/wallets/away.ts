// Why the signer is unreachable, in the page's language.
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAwayCause } from '../../shared/reason-texts.ts';

type Signer = Pick<
  OperatorApi['wallet.signer']['output'],
  'away_because' | 'away_code' | 'away_about'
>;

/** Null while the signer is reachable. An error without a code is shown as it is. */
export function useAwayText(): (signer: Signer) => string | null {
  const causeText = useAwayCause();
  return ({ away_because: because, away_code: code, away_about: about }) =>
    causeText(code, { about }) ?? because;
}
