// A diff of one policy version with the previous one.
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { Failed, Loading } from '../../shared/ui/page.tsx';
import { inLines, type Line, linesBetween } from './line-changes.ts';
import classes from './policy.module.css';
import { policyOne } from './queries.ts';

interface Props {
  readonly project: string;
  /** The version in the URL. */
  readonly version: string;
  readonly onClose: () => void;
}

export function VersionDialog({ project, version, onClose }: Props) {
  const t = useTexts('policy');
  const number = JSON.parse(/^\d{1,9}$/.test(version) ? version : '0') as number;
  const now = useQuery(policyOne(project, number));
  const before = useQuery(policyOne(project, number === 0 ? 0 : number - 1));
  const failed = now.error ?? before.error;
  return (
    <Dialog opened onClose={onClose} title={t.versionTitle({ version })} size="xl">
      {failed !== null && <Failed error={failed} what={t.verdict} />}
      {(now.isPending || before.isPending) && failed === null && <Loading what={t.verdict} />}
      {now.data !== undefined && before.data !== undefined && (
        <Difference
          lines={linesBetween(inLines(before.data.document), inLines(now.data.document))}
        />
      )}
    </Dialog>
  );
}

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;

function Difference({ lines }: { readonly lines: readonly Line[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls horizontally must be reachable by keyboard.
    <pre className={classes.difference} tabIndex={0}>
      {lines.map(({ text, kind }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified only by its position.
        <div key={n} data-kind={kind}>
          {SIGNS[kind]} {text}
        </div>
      ))}
    </pre>
  );
}
