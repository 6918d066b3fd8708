// The three ways out of the inbox, for those who may decide; who decides with what is worked out here.
import { Button, Group } from '@mantine/core';
import { useCan } from '../../shared/session.ts';
import { useTexts } from '../../shared/texts.ts';
import type { Way } from './dialogs.tsx';

const ways: readonly Way[] = ['attach', 'credit', 'send-back'];

export function Ways({
  onChoose,
  size = 'sm',
}: {
  readonly onChoose: (way: Way) => void;
  readonly size?: 'xs' | 'sm';
}) {
  const t = useTexts('inbox');
  const words = { attach: t.attach, credit: t.credit, 'send-back': t.sendBack };
  return (
    <Group gap="xs">
      {ways.map((way) => (
        <Button key={way} size={size} variant="default" onClick={() => onChoose(way)}>
          {words[way]}
        </Button>
      ))}
    </Group>
  );
}

export interface DecisionMaker {
  readonly mayDecide: boolean;
  readonly isByOperator: boolean;
}

/** Money of high risk is the operator's to decide; he decides about all with his own operations. */
export function useDecisionMaker(): (needsOperator: boolean) => DecisionMaker {
  const asMerchant = useCan('creditCoinDeposit');
  const asOperator = useCan('deposits.credit');
  return (needsOperator) => ({
    mayDecide: asOperator || (asMerchant && !needsOperator),
    isByOperator: asOperator && (needsOperator || !asMerchant),
  });
}
