// The buttons of the three ways to resolve an unmatched payment, and to propose each.
import { Button, Group } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { useOpenKinds } from '../../shared/proposals.ts';
import type { Waiting } from './queries.ts';

const ACTIONS = ['attach', 'credit', 'send-back'] as const;
export type ResolveAction = (typeof ACTIONS)[number];

interface ProposeProps {
  readonly waiting: Waiting;
  readonly onChoose: (action: ResolveAction) => void;
}

export function ProposeButtons({ waiting, onChoose }: ProposeProps) {
  const t = useTexts('proposals');
  const open = useOpenKinds({ project: waiting.project ?? '', type: 'deposit', id: waiting.id });
  const labels = {
    attach: t.attachmentButton,
    credit: t.creditButton,
    'send-back': t.refundButton,
  };
  return (
    <Group gap="xs">
      {ACTIONS.map((each) => (
        <Button
          key={each}
          variant="default"
          disabled={open.includes(each === 'send-back' ? 'refund' : 'credit')}
          onClick={() => onChoose(each)}
        >
          {labels[each]}
        </Button>
      ))}
    </Group>
  );
}

interface ButtonsProps {
  readonly size: 'xs' | 'sm';
  /** Absent: the person may not decide. */
  readonly onChoose?: (action: ResolveAction) => void;
}

/** For a list, whose rows can disappear while a dialog is open. The page renders the dialog. */
export function ResolveButtons({ size, onChoose }: ButtonsProps) {
  const t = useTexts('inbox');
  const labels = { attach: t.attach, credit: t.credit, 'send-back': t.sendBackPayment };
  return (
    <Group gap="xs">
      {ACTIONS.map((each) => (
        <Button
          key={each}
          size={size}
          variant="default"
          disabled={onChoose === undefined}
          onClick={() => onChoose?.(each)}
        >
          {labels[each]}
        </Button>
      ))}
    </Group>
  );
}
