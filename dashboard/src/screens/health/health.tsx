// Health of the whole instance: the doctor's findings, and the versions.
import { Button, Code, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorQuery } from '../../shared/queries.ts';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { Fact, Facts, When } from '../../shared/ui/values.tsx';
import { Findings } from './findings.tsx';

/** Expensive, so it is fetched when the screen opens and never refetched automatically. */
const findings = {
  ...operatorQuery(['health', 'doctor'], 'doctor', {}),
  refetchOnWindowFocus: false,
};

const versions = operatorQuery(['health', 'versions'], 'versions.show', {});

export function Health() {
  const t = useTexts('health');
  const doctor = useQuery(findings);
  const again = (
    <Button variant="default" loading={doctor.isFetching} onClick={() => void doctor.refetch()}>
      {t.again}
    </Button>
  );
  return (
    <Page title={t.title} actions={again}>
      <Text c="dimmed">{t.about}</Text>
      <Loaded query={doctor} what={t.title}>
        {(found) => <Findings found={found} />}
      </Loaded>
      <Title order={2}>{t.versions}</Title>
      <Versions />
    </Page>
  );
}

function Versions() {
  const t = useTexts('health');
  return (
    <Loaded query={useQuery(versions)} what={t.versions}>
      {({ chaintill, node, postgresql, migration, mode, network }) => (
        <Facts>
          <Fact name="Chaintill">
            {chaintill} ({mode}, {network})
          </Fact>
          <Fact name="Node.js">{node}</Fact>
          <Fact name="PostgreSQL">{postgresql}</Fact>
          <Fact name={t.migration}>
            {migration.number} <Code>{migration.name}</Code>, <When at={migration.applied_at} />
          </Fact>
        </Facts>
      )}
    </Loaded>
  );
}
