// A project's own domain for the pages of its payers (docs/payment-pages.md).
import { required, text } from '../../contract/fields.ts';
import { operatorOperation, theProject } from '../../contract/operator/operation.ts';
import { DOMAIN_PROBLEMS } from '../../contract/payer-domains.ts';
import * as schema from '../../contract/schema.ts';

/** As people paste it, before it is converted to ASCII. */
const DOMAIN_TEXT_MAX = 253;

const PayerDomain = schema.row({
  project_id: schema.Id,
  domain: schema.TextOrNull,
  /** The name that the DNS record of a domain leads to. */
  public_host: schema.Text,
  /** Where payers find the project's pages now. */
  pages_url: schema.Text,
  verified_at: schema.TimeOrNull,
  checked_at: schema.TimeOrNull,
  problem: schema.nullable(schema.oneOf(DOMAIN_PROBLEMS)),
  detail: schema.TextOrNull,
});

export const payerDomainsOperations = {
  'payer-domains.show': operatorOperation({
    summary: "Show a project's own domain for pages of payers, and what its last check found",
    permission: 'read',
    input: { project: theProject },
    output: PayerDomain,
  }),
  'payer-domains.set': operatorOperation({
    summary: "Set a project's own domain for pages of payers. It is used once a check verified it",
    permission: 'rules',
    about: { type: 'project_settings', input: 'project' },
    input: {
      project: theProject,
      domain: required(text(DOMAIN_TEXT_MAX, 'the domain: pay.shop.example')),
    },
    output: PayerDomain,
  }),
  'payer-domains.check': operatorOperation({
    summary: "Check that a project's own domain leads to this instance, and use it from then on",
    permission: 'configure',
    about: { type: 'project_settings', input: 'project' },
    input: { project: theProject },
    output: PayerDomain,
  }),
  'payer-domains.remove': operatorOperation({
    summary: "Remove a project's own domain. New links use the public URL again",
    permission: 'rules',
    about: { type: 'project_settings', input: 'project' },
    input: { project: theProject },
    output: PayerDomain,
  }),
} as const;
