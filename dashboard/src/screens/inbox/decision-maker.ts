// Whether a person may decide about an unmatched payment, and through which interface.
import { useCan } from '../../shared/session.ts';

interface DecisionMaker {
  readonly mayDecide: boolean;
  readonly isByOperator: boolean;
}

/**
 * Only the operator decides about high-risk money. Otherwise, the merchant operation is used if the person may use it.
 */
export function useDecisionMaker(): (needsOperator: boolean) => DecisionMaker {
  const asMerchant = useCan('creditCoinDeposit');
  const asOperator = useCan('deposits.credit');
  return (needsOperator) => ({
    mayDecide: asOperator || (asMerchant && !needsOperator),
    isByOperator: asOperator && (needsOperator || !asMerchant),
  });
}
