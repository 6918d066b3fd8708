// A plugin asks for a key: the person sees who asks, for what, and where the key goes, and chooses the project. The
// browser then posts the key to the shop.
import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { scoped } from '../../../../server/src/contract/shop-permissions.ts';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { lastProject, may, useMe } from '../../shared/session.ts';
import { sitePath } from '../../shared/site-path.ts';
import { ShownOnce } from '../../shared/ui/dialogs.tsx';
import { Failed, Page } from '../../shared/ui/page.tsx';
import { isUnencrypted, type Pairing, readPairing, type ShopPermission } from './pairing.ts';

type Made = OperatorApi['shop-keys.create']['output'];

interface Granted {
  readonly key: Made;
  readonly permissions: readonly string[];
}

const route = getRouteApi('/app/connect-shop');

export function ConnectShop() {
  const t = useTexts('keys').pairing;
  const { request = '' } = route.useSearch();
  const pairing = readPairing(request);
  const [granted, setGranted] = useState<Granted>();
  const { permissions, isMisdirected } = pairing;
  const problem = isMisdirected ? t.misdirected : permissions.length === 0 ? t.nothingAsked : null;
  return (
    <Page title={pairing.name === '' ? t.title : t.connect({ name: pairing.name })}>
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {problem === null && granted === undefined && (
        <Consent pairing={pairing} onGranted={setGranted} />
      )}
      {granted !== undefined && <Handover granted={granted} redirect={pairing.redirect} />}
    </Page>
  );
}

interface ConsentProps {
  readonly pairing: Pairing;
  readonly onGranted: (granted: Granted) => void;
}

/** Projects in which the person may create keys, and that the plugin accepts. */
function useProjects(only: string | null) {
  const me = useMe();
  const projects = me.projects.filter(
    (project) =>
      may(me, 'shop-keys.create', project) && (only === null || project.id === only.toLowerCase()),
  );
  const last = lastProject(me)?.id;
  return { projects, first: projects.find(({ id }) => id === last) ?? projects[0] };
}

function Consent({ pairing, onGranted }: ConsentProps) {
  const { pairing: t, ...keys } = useTexts('keys');
  const { cancel } = useTexts('common');
  const { projects, first } = useProjects(pairing.project);
  const { form, field, work, dialog } = useFormAction({
    initialValues: {
      project: first?.id ?? '',
      name: pairing.name,
      permissions: [...pairing.permissions],
    },
    run: async (values) => {
      const confirms = keys.connectConfirms({ name: values.name });
      const key = await operator('shop-keys.create', values, { confirms });
      return { key, permissions: values.permissions };
    },
    onDone: onGranted,
  });
  if (first === undefined) return <Alert color="yellow">{t.noProject}</Alert>;
  const { permissions } = form.values;
  return (
    <form onSubmit={dialog.onSubmit}>
      <Stack gap="md" maw={560}>
        <Where pairing={pairing} />
        <NativeSelect
          label={t.project}
          description={t.projectHint}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('project')}
        />
        <TextInput label={keys.shop} description={keys.shopHint} required {...field('name')} />
        <Permissions
          pairing={pairing}
          chosen={permissions}
          onChange={(next) => form.setFieldValue('permissions', next)}
        />
        {work.isError && <Failed error={work.error} />}
        <Group gap="sm">
          <Button type="submit" loading={work.isPending} disabled={permissions.length === 0}>
            {t.allow}
          </Button>
          <Button component={Link} to="/" variant="default">
            {cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Where({ pairing: { redirect } }: Pick<ConsentProps, 'pairing'>) {
  const t = useTexts('keys').pairing;
  if (redirect === null) return <Text>{t.shownHere}</Text>;
  return (
    <>
      <Text>{t.sentTo({ host: redirect.host })}</Text>
      {isUnencrypted(redirect) && (
        <Alert color="yellow" role="note">
          {t.unencrypted}
        </Alert>
      )}
    </>
  );
}

interface PermissionsProps extends Pick<ConsentProps, 'pairing'> {
  readonly chosen: readonly ShopPermission[];
  readonly onChange: (chosen: ShopPermission[]) => void;
}

function Permissions({ pairing, chosen, onChange }: PermissionsProps) {
  const { pairing: t, shopPermissions } = useTexts('keys');
  const { permissions, refused, isStrict } = pairing;
  const textOf = (policy: string) =>
    shopPermissions[policy.split('.').at(-1) as keyof typeof shopPermissions];
  return (
    <Stack gap="xs">
      <Text fw={600}>{t.may}</Text>
      {isStrict ? (
        <List size="sm">
          {permissions.map((policy) => (
            <List.Item key={policy}>{textOf(policy)}</List.Item>
          ))}
        </List>
      ) : (
        <Checkbox.Group
          aria-label={t.may}
          value={[...chosen]}
          onChange={(next) => onChange(permissions.filter((policy) => next.includes(policy)))}
        >
          <Stack gap="xs">
            {permissions.map((policy) => (
              <Checkbox key={policy} value={policy} label={textOf(policy)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Text c="dimmed">{t.mayNot}</Text>
      {refused.length > 0 && (
        <Alert color="yellow" role="note">
          {t.refused({ permissions: refused.join(', ') })}
        </Alert>
      )}
    </Stack>
  );
}

interface HandoverProps {
  readonly granted: Granted;
  readonly redirect: URL | null;
}

function Handover({ granted, redirect }: HandoverProps) {
  const { pairing: t, ...keys } = useTexts('keys');
  const [isSaved, setSaved] = useState(false);
  const { key } = granted;
  if (redirect !== null) return <PostToShop granted={granted} redirect={redirect} />;
  if (!isSaved)
    return (
      <ShownOnce
        title={keys.connected}
        secrets={{
          [keys.theServer]: key.server_url,
          [keys.theStore]: key.store_id,
          [keys.theShopKey]: key.shop_key,
        }}
        onClose={() => setSaved(true)}
      >
        {keys.pasteThem}
      </ShownOnce>
    );
  return (
    <>
      <Text>{t.done}</Text>
      <Link to="/projects/$project/keys" params={{ project: key.store_id }}>
        {keys.title}
      </Link>
    </>
  );
}

/** To a page of this service, which posts it on: this one may post to no other site. */
function PostToShop({
  granted: { key, permissions },
  redirect,
}: HandoverProps & { readonly redirect: URL }) {
  const t = useTexts('keys').pairing;
  const { locale } = useLanguage();
  const { user } = useMe();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  const fields = [
    ['redirect', redirect.href],
    ['apiKey', key.shop_key],
    ['userId', user.id],
    ...scoped(permissions, key.store_id).map((policy) => ['permissions[]', policy] as const),
  ] as const;
  const action = `${sitePath}/api-keys/granted?locale=${locale.slice(0, 2)}`;
  return (
    <form ref={form} method="post" action={action}>
      {fields.map(([name, value]) => (
        <input key={value} type="hidden" {...{ name, value }} />
      ))}
      <Text role="status">{t.returning({ host: redirect.host })}</Text>
    </form>
  );
}
