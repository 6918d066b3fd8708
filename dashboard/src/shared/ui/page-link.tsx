// A link to a payer's page: copied in full, or opened in a new tab. No referrer is sent.
import { Anchor } from '@mantine/core';
import { CopyId } from './values.tsx';

interface Props {
  readonly url: string;
  /** The accessible name of the copied value. */
  readonly label: string;
  /** `Open payment page`. */
  readonly open: string;
}

export function PageLink({ url, label, open }: Props) {
  return (
    <>
      <CopyId value={url} label={label} />{' '}
      <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
        {open} ↗
      </Anchor>
    </>
  );
}
