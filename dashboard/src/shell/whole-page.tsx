// Shown in place of a screen: loading, not found, or failed.
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n.tsx';
import { Lone } from '../shared/ui/lone.tsx';
import { Failed, Loading, Page } from '../shared/ui/page.tsx';

export function LoadingPage() {
  const t = useTexts('common');
  return <Loading what={t.thePage} />;
}

export function NotFoundScreen() {
  const t = useTexts('common');
  return (
    <Page title={t.notFoundTitle}>
      <NotFound />
    </Page>
  );
}

export function NotFoundPage() {
  const t = useTexts('common');
  return (
    <Lone title={t.notFoundTitle}>
      <NotFound />
    </Lone>
  );
}

function NotFound() {
  const t = useTexts('common');
  return (
    <Card withBorder>
      <Stack align="flex-start">
        <Text>{t.notFound}</Text>
        <Button component={Link} to="/">
          {t.goHome}
        </Button>
      </Stack>
    </Card>
  );
}

export function FailedPage({ error }: ErrorComponentProps) {
  const t = useTexts('common');
  return (
    <Lone title={t.unexpectedErrorTitle}>
      <Failed error={error} />
      <Group>
        <Button onClick={() => window.location.reload()}>{t.reload}</Button>
      </Group>
    </Lone>
  );
}
