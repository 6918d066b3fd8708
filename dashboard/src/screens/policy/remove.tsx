// Removes a rule or a condition in the policy form.
import { Button } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly onClick: () => void;
}

export function Remove({ label, onClick }: Props) {
  return <Small label={label} sign="×" onClick={onClick} />;
}

/** An icon button with an accessible label. */
export function Small({ label, sign, ...rest }: Props & { readonly sign: string }) {
  return (
    <Button size="xs" variant="default" aria-label={label} title={label} {...rest}>
      {sign}
    </Button>
  );
}
