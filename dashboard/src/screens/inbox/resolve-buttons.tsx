// The buttons of the three ways to resolve an unmatched payment, and to propose each.
import { Button, Group } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { useOpenKinds } from '../../shared/proposals.ts';
import type { Waiting } from './queries.ts';

export const RESOLVE_ACTIONS = ['attach', 'credit', 'send-back'] as const;
export type ResolveAction = (typeof RESOLVE_ACTIONS)[number];

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
      {RESOLVE_ACTIONS.map((each) => (
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

export function useResolveLabels(): Readonly<Record<ResolveAction, string>> {
  const t = useTexts('inbox');
  return { attach: t.attach, credit: t.credit, 'send-back': t.sendBackPayment };
}

export function ResolveButtons({ size, onChoose }: ButtonsProps) {
  const labels = useResolveLabels();
  return (
    <Group gap="xs">
      {RESOLVE_ACTIONS.map((each) => (
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
