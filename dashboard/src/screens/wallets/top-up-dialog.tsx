// A wallet address for a top-up. Requested only on a click, because each request creates a new address where possible.
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import classes from '../../shared/ui/text.module.css';
import { CopyId } from '../../shared/ui/values.tsx';
import { type TopUp, topUpAddress } from './queries.ts';

interface Props {
  readonly coin: string;
  readonly onClose: () => void;
}

export function TopUpDialog({ coin, onClose }: Props) {
  const t = useTexts('wallets');
  const [found, setFound] = useState<TopUp>();
  const work = useAction({
    run: () => topUpAddress(coin, t.topUpConfirms({ coin })),
    onDone: setFound,
  });
  return (
    <FormDialog
      title={`${t.topUp} ${coin}`}
      action={found === undefined ? t.showAddress : t.done}
      work={work}
      onSubmit={(event) => {
        event.preventDefault();
        if (found === undefined) work.start(undefined);
        else onClose();
      }}
      onClose={onClose}
    >
      <Text>{t.topUpWhat({ coin })}</Text>
      {found !== undefined && (
        <Stack gap="sm">
          <img
            className={classes.code}
            src={`data:image/svg+xml,${encodeURIComponent(found.qr_svg)}`}
            alt={t.code({ address: found.address })}
          />
          <CopyId value={found.address} label={t.address} isWhole />
        </Stack>
      )}
    </FormDialog>
  );
}
