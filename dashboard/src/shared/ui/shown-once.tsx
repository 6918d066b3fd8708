// A secret that is shown once: whole, with a button that copies it, and the word that it will not be seen again.
import { Alert, Button, Code, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { defineMessages, useMessages } from '../i18n.tsx';
import { words } from './words.ts';

interface Props {
  readonly title: string;
  /** What it is for, and for whom. */
  readonly children: ReactNode;
  /** What it is, in words: `the link`. */
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
}

export function ShownOnce({ title, children, label, value, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} closeOnEscape={false}>
      <Secret label={label} value={value} onClose={onClose}>
        {children}
      </Secret>
    </Modal>
  );
}

/** The same inside of something else. */
export function Secret({ children, label, value, onClose }: Omit<Props, 'title'>) {
  const t = useMessages(messages);
  const { close, copy, copied } = useMessages(words);
  const [isCopied, setCopied] = useState(false);
  const take = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <Stack gap="md">
      <Text component="div">{children}</Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <Alert color="yellow">{t.once}</Alert>
      <Button onClick={() => void take()} data-autofocus>
        {isCopied ? copied : copy(label)}
      </Button>
      <Button variant="default" onClick={onClose}>
        {close}
      </Button>
    </Stack>
  );
}

const messages = defineMessages(
  { once: 'It is shown now and never again. Copy it before you close this.' },
  {
    de: { once: 'Das steht hier jetzt und nie wieder. Kopieren Sie es, bevor Sie schließen.' },
    fr: { once: 'Affiché maintenant et plus jamais. Copiez-le avant de fermer.' },
    es: { once: 'Se muestra ahora y nunca más. Cópielo antes de cerrar.' },
  },
);
