// Why something is decided; the merchant finds it in the list of transactions.
import { Textarea } from '@mantine/core';
import { useMessages } from '../../shared/i18n.tsx';
import { words } from '../../shared/ui/words.ts';
import { decisionMessages } from './decision-messages.ts';

interface Props {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

export function ReasonField({ value, onChange }: Props) {
  const t = useMessages(decisionMessages);
  const { reason } = useMessages(words);
  return (
    <Textarea
      label={reason}
      description={t.reasonHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={1000}
      minRows={2}
      required
    />
  );
}
