// The reason of a decision. The merchant sees it in the transaction list.
import { Textarea } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

export function ReasonField({ value, onChange }: Props) {
  const t = useTexts('inbox');
  const { reason } = useTexts('common');
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
