// A transaction ID with a copy button, and a link to its block explorer. No request is sent to the explorer.
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
