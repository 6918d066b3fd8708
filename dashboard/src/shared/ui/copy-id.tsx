// An ID, address or txid: shortened in the middle, copied in full.
import { Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { later, SECOND } from '../clock.ts';
import { useTexts } from '../texts.ts';
import classes from './text.module.css';

interface Props {
  readonly value: string;
  /** Its accessible name: `invoice`, `address`. */
  readonly label: string;
  /** Addresses that people compare are shown in full. */
  readonly isWhole?: boolean;
}

const [HEAD, TAIL] = [8, 6];

export function CopyId({ value, label, isWhole = false }: Props) {
  const t = useTexts('common');
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    later(2 * SECOND, () => setCopied(false));
  };
  const shown = isWhole ? value : shortened(value);
  const said = isCopied ? t.copied : t.copy({ what: label });
  return (
    <Tooltip label={said}>
      <UnstyledButton
        className={`${classes.copy} ${isWhole ? classes.whole : ''}`}
        onClick={() => void copy()}
        aria-label={t.labelled({ label: said, value: shown })}
      >
        {shown}
      </UnstyledButton>
    </Tooltip>
  );
}

export function shortened(value: string): string {
  if (value.length <= HEAD + TAIL + 2) return value;
  return `${value.slice(0, HEAD)}…${value.slice(-TAIL)}`;
}
