// A secret that was just made: shown once, to be copied and kept by whoever made it.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMessages } from '../i18n.tsx';
import { CopyId } from './copy-id.tsx';
import { Fact, Facts } from './facts.tsx';
import { words } from './words.ts';

interface Props {
  readonly title: string;
  /** Names and texts. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function SecretDialog({ title, secrets, onClose }: Props) {
  const t = useMessages(words);
  return (
    <Modal opened onClose={onClose} title={title} closeOnEscape={false} withCloseButton={false}>
      <Stack gap="md">
        <Alert color="yellow">{t.shownOnce}</Alert>
        <Facts>
          {Object.entries(secrets).map(([name, text]) => (
            <Fact key={name} name={name}>
              <CopyId value={text} label={name} isWhole />
            </Fact>
          ))}
        </Facts>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t.kept}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
