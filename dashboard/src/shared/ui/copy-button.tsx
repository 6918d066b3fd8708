// A button that copies a text, and says for two seconds that it did.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { later, SECOND } from '../clock.ts';
import { useTexts } from '../i18n.tsx';

export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const { copied } = useTexts('common');
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    later(2 * SECOND, () => setCopied(false));
  };
  return (
    <Button variant="default" aria-live="polite" onClick={() => void copy()}>
      {isCopied ? copied : label}
    </Button>
  );
}
