// An error: what could not be loaded or done, why, what to do next, and the request ID for a report.
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { mayMend, useErrorMessages } from '../errors.ts';
import { useTexts } from '../texts.ts';

interface Props {
  readonly error: unknown;
  /** What was being loaded, as text, if the person did not request it explicitly. */
  readonly what?: string;
  readonly onRetry?: () => void;
}

export function Failed({ error, what, onRetry }: Props) {
  const t = useTexts('common');
  const { text, requestId } = useErrorMessages()(error);
  const retry = mayMend(error) ? onRetry : undefined;
  return (
    <Alert color="red" role="alert" title={what === undefined ? undefined : t.failed({ what })}>
      <Text size="sm">{text}</Text>
      <Group mt={retry === undefined && requestId === null ? 0 : 'xs'} gap="sm">
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.retry}
          </Button>
        )}
        {requestId !== null && <Code>{t.request({ id: requestId })}</Code>}
      </Group>
    </Alert>
  );
}
