// The id of a transaction, copied whole, and the explorer that knows it: a link that a person clicks, nothing is asked of it.
import { Anchor } from '@mantine/core';
import { useTexts } from '../texts.ts';
import { CopyId } from '../ui/copy-id.tsx';

interface Props {
  readonly txid: string;
  readonly url: string | null;
}

export function TxLink({ txid, url }: Props) {
  const t = useTexts('trace');
  return (
    <>
      <CopyId value={txid} label={t.transaction} />{' '}
      {url !== null && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          {t.explorer} ↗
        </Anchor>
      )}
    </>
  );
}
