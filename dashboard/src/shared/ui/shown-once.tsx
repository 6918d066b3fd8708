// New secrets: shown once, in full and with a copy button, to be stored by the person who created them.
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n.tsx';
import { Dialog } from './dialogs.tsx';
import classes from './text.module.css';

interface Props {
  readonly title: string;
  /** The purpose of the secrets, and who they are for. */
  readonly children?: ReactNode;
  /** A label and the text of each: `{ 'the link': 'https://…' }`. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function ShownOnce({ title, children, secrets, onClose }: Props) {
  const { once, kept } = useTexts('common');
  return (
    <Dialog opened onClose={onClose} title={title} closeOnEscape={false} withCloseButton={false}>
      <Stack gap="md">
        {children !== undefined && <Text component="div">{children}</Text>}
        {Object.entries(secrets).map(([name, text], n) => (
          <Secret key={name} name={name} text={text} isFirst={n === 0} />
        ))}
        <Alert color="yellow">{once}</Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {kept}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface SecretProps {
  readonly name: string;
  readonly text: string;
  readonly isFirst: boolean;
}

function Secret({ name, text, isFirst }: SecretProps) {
  const { copy, copied } = useTexts('common');
  const [isCopied, setCopied] = useState(false);
  const take = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Stack gap="xs">
      <Code block className={classes.secret ?? ''}>
        {text}
      </Code>
      <Button onClick={() => void take()} data-autofocus={isFirst || undefined}>
        {isCopied ? copied : copy({ what: name })}
      </Button>
    </Stack>
  );
}
