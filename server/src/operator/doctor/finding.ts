// A finding of the doctor: as reported by its checks, and with English texts for the CLI and the API.
import type { DoctorCode } from '../../contract/doctor-codes.ts';
import type { FindingDetail } from '../../contract/finding-details.ts';
import type { NodeCheckName } from '../../contract/node-details.ts';
import type { SignerAwayCode } from '../../contract/refusals.ts';
import {
  type FindingStyle,
  findingAdvice,
  findingReport,
  findingTitle,
} from '../../core/texts/finding-text.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { awayText } from '../../keys/signer.ts';
import { invariantText } from '../../ledger/audit.ts';

export interface Finding {
  readonly code: DoctorCode;
  /** The coin or asset. Null: the whole instance. */
  readonly about: string | null;
  readonly ok: boolean;
  readonly detail: FindingDetail;
  readonly node?: { readonly coin: string; readonly node: string; readonly check: NodeCheckName };
  /** Advice is shown even though nothing is wrong. */
  readonly isAdvised?: boolean;
}

export interface ReportedFinding extends Omit<Finding, 'isAdvised'> {
  readonly check: string;
  readonly text: string;
  /** What to do. Null when everything is fine. */
  readonly hint: string | null;
}

export function reportFinding({ isAdvised = false, ...finding }: Finding): ReportedFinding {
  const style = englishStyle();
  return {
    ...finding,
    check: findingTitle(finding, style),
    text: findingReport(finding, style),
    hint: finding.ok && !isAdvised ? null : findingAdvice(finding, style),
  };
}

function englishStyle(): FindingStyle {
  const { titles }: { readonly titles: Readonly<Record<string, string>> } = textsOf('alerts', 'en');
  return {
    texts: textsOf('doctor', 'en'),
    locale: 'en',
    time: (at) => `${at.slice(0, 16).replace('T', ' ')} UTC`,
    amount: (text) => text,
    alert: (kind) => titles[kind] ?? kind,
    away: (cause, about) => awayText({ code: cause as SignerAwayCode, about }),
    rule: ({ invariant, ...facts }) => `${invariantText(invariant)} ${JSON.stringify(facts)}`,
  };
}
