// Takes a rule or a condition away, in the form of a policy.
import { Button } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly onClick: () => void;
}

export function Remove({ label, onClick }: Props) {
  return <Small label={label} sign="×" onClick={onClick} />;
}

/** A button of one sign, which says in words what it does. */
export function Small({ label, sign, ...rest }: Props & { readonly sign: string }) {
  return (
    <Button size="xs" variant="default" aria-label={label} title={label} {...rest}>
      {sign}
    </Button>
  );
}
