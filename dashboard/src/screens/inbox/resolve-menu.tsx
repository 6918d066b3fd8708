// The three ways to resolve an inbox item, for people with permission, and the choice of merchant or operator
// operations.
import { Button, Group } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import type { ResolveAction } from './dialogs.tsx';

const resolveActions: readonly ResolveAction[] = ['attach', 'credit', 'send-back'];

export function ResolveMenu({
  onChoose,
  size = 'sm',
}: {
  readonly onChoose: (action: ResolveAction) => void;
  readonly size?: 'xs' | 'sm';
}) {
  const t = useTexts('inbox');
  const labels = { attach: t.attach, credit: t.credit, 'send-back': t.sendBackPayment };
  return (
    <Group gap="xs">
      {resolveActions.map((action) => (
        <Button key={action} size={size} variant="default" onClick={() => onChoose(action)}>
          {labels[action]}
        </Button>
      ))}
    </Group>
  );
}

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
