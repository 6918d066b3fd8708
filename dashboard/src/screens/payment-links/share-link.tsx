// What a merchant shares: the address to copy or to scan, a poster to print, and a button for a website.
import type { PaymentLink } from '@chaintill/client';
import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import classes from '../../shared/ui/text.module.css';
import { CopyId } from '../../shared/ui/values.tsx';

export function ShareLink({ link: { url, donation } }: { readonly link: PaymentLink }) {
  const t = useTexts('payment-links');
  const plain = `<a href="${url}?ref=website">${donation === null ? t.payText : t.donation.giveText}</a>`;
  const script = `<script src="${url.replace(/pay\/[^/]+$/, 'pay.js')}" async></script>`;
  const inWindow = `${script}\n${plain.replace('>', ' data-chaintill>')}`;
  return (
    <Card withBorder component="section" aria-label={t.share}>
      <Group gap="lg" align="flex-start">
        <QrCode text={url} alt={t.picture} />
        <Stack gap="sm" flex="1 1 16rem" miw={0}>
          <Title order={2}>{t.share}</Title>
          <Text>{t.how}</Text>
          <CopyId value={url} label={t.copyLink} isWhole />
          <Group gap="sm">
            <CopyButton label={t.copyAddress} text={url} />
            <Button
              variant="default"
              component="a"
              href={`${url}/poster`}
              target="_blank"
              rel="noreferrer"
            >
              {t.poster}
            </Button>
          </Group>
          <Snippet title={t.button} how={t.buttonHow} copy={t.copyButton} text={plain} />
          <Snippet
            title={t.windowButton}
            how={t.windowButtonHow}
            copy={t.copyWindowButton}
            text={inWindow}
          />
          {donation !== null && (
            <Snippet
              title={t.donation.frame}
              how={t.donation.frameHow}
              copy={t.donation.copyFrame}
              text={frameOf(url, t.donation.frameTitle)}
            />
          )}
        </Stack>
      </Group>
    </Card>
  );
}

/** Its texts come from the catalog, never from a merchant. */
function frameOf(url: string, title: string): string {
  return `<iframe src="${url}/progress" title="${title}" width="360" height="280"></iframe>`;
}

interface SnippetProps {
  readonly title: string;
  readonly how: string;
  readonly copy: string;
  readonly text: string;
}

function Snippet({ title, how, copy, text }: SnippetProps) {
  return (
    <>
      <Title order={3}>{title}</Title>
      <Text>{how}</Text>
      <Code className={classes.breaks ?? ''}>{text}</Code>
      <Group gap="sm">
        <CopyButton label={copy} text={text} />
      </Group>
    </>
  );
}
