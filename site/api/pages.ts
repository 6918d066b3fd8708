// The reference of the API: pages made from the OpenAPI document of one of its two versions. An overview, each group of
// operations, errors, callbacks and objects. Links between them are relative, so both versions have the same.
import type { Method, OpenApiDocument } from '../../server/src/contract/openapi-types.ts';
import { detailMeanings, type RefusalCode, refusals } from '../../server/src/contract/refusals.ts';
import {
  exampleStringToSign,
  signingExample,
  signingSteps,
} from '../../server/src/contract/signing-example.ts';
import { ERROR_STATUS } from '../../server/src/core/error-codes.ts';
import { type Html, html, markupOf } from '../../server/src/web/page-parts.ts';
import { anchorOf, OWN_ADDRESS } from '../addresses.ts';
import { callbackSection, type OperationAt, operationSection } from './operation.ts';
import { docsLine, docsText, schemaTable } from './schema.ts';

export type Dialect = 1 | 2;

export interface ApiPage {
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly {
    readonly level: number;
    readonly id: string;
    readonly text: string;
  }[];
  /** What is found in a search, by the id of its heading. */
  readonly texts: Readonly<Record<string, string>>;
}

const ROOTS = { 1: '/docs/api', 2: '/docs/api-2' } as const;
const DOCUMENTS = { 1: '/openapi.json', 2: '/openapi.json?version=2' } as const;

export function apiPages(document: OpenApiDocument, dialect: Dialect): ApiPage[] {
  const groups = groupsOf(document);
  const root = ROOTS[dialect];
  const make = (
    name: string,
    title: string,
    body: Html,
    sections: readonly Section[],
  ): ApiPage => ({
    address: name === '' ? root : `${root}/${name}`,
    title,
    html: markupOf(html`<h1>${title}</h1>
${versions(name, dialect)}
${body}`),
    headings: sections.map(({ id, text }) => ({ level: 2, id, text })),
    texts: Object.fromEntries(sections.map(({ id, found }) => [id, found ?? ''])),
  });
  const objectNames = Object.keys(document.components.schemas);
  return [
    make('', 'The API', overview(document, groups, dialect), [
      ...sectionsOf(document.info.description),
      ...SIGNING,
    ]),
    ...[...groups].map(([group, list]) => groupPage(document, { group, list, make })),
    make('callbacks', 'Callbacks of the API', callbacks(document), callbackSections(document)),
    make('errors', 'Errors', errors(), ERRORS),
    make(
      'objects',
      'Objects',
      objects(document),
      objectNames.map((name) => ({ id: `object-${name}`, text: name })),
    ),
  ];
}

interface Section {
  readonly id: string;
  readonly text: string;
  readonly found?: string;
}

type Make = (name: string, title: string, body: Html, sections: readonly Section[]) => ApiPage;

const SIGNING: readonly Section[] = [
  { id: 'signature', text: 'Signing requests', found: signingSteps.join(' ') },
];
/** The headings of a description, each with its text. */
function sectionsOf(description: string): Section[] {
  return description
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [text = '', ...rest] = part.split('\n');
      return { id: anchorOf(text), text, found: rest.join(' ') };
    });
}

const ERRORS: readonly Section[] = [
  { id: 'errors', text: 'Codes', found: Object.keys(refusals).join(' ') },
  { id: 'details', text: 'Codes of details', found: Object.keys(detailMeanings).join(' ') },
];

function groupPage(
  document: OpenApiDocument,
  { group, list, make }: { group: string; list: readonly OperationAt[]; make: Make },
): ApiPage {
  const about = document.tags.find(({ name }) => name === group)?.description ?? '';
  const sections = list.map(({ method, path, operation }) => ({
    id: operation.operationId,
    text: operation.summary,
    found: `${operation.operationId} ${method} ${path} ${operation.description ?? ''}`,
  }));
  const body = html`<p>${about}.</p>
${list.map((at) => operationSection(document, at))}`;
  return make(slugOf(group), group, body, sections);
}

export function slugOf(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}

function overview(document: OpenApiDocument, groups: Groups, dialect: Dialect): Html {
  const root = ROOTS[dialect];
  return html`<p>This server: <code>${OWN_ADDRESS}</code>. For programs: <a href="${DOCUMENTS[dialect]}">OpenAPI document</a>.</p>
<p>In the sandbox, <code>sandbox-credentials.json</code> in the data folder holds a key of version 1 at the top, and one
of version 2 under <code>v2</code>. A request takes the other version with the header <code>Api-Version</code>, on the
command line <code>--api-version</code>.</p>
${docsText(document.info.description)}
<ul class="groups">${[...groups].map(
    ([group, list]) => html`<li><a href="${root}/${slugOf(group)}">${group}</a>
<ul>${list.map(({ operation, method }) => html`<li><a href="${root}/${slugOf(group)}#${operation.operationId}"><b>${method}</b> ${operation.summary}</a></li>`)}</ul></li>`,
  )}
<li><a href="${root}/callbacks">Callbacks</a></li><li><a href="${root}/errors">Errors</a></li><li><a href="${root}/objects">Objects</a></li></ul>
${signature()}`;
}

/** The switch between the two dialects: two addresses, no script. */
function versions(name: string, dialect: Dialect): Html {
  const links = ([1, 2] as const).map((version) => {
    const current = version === dialect ? html` aria-current="page"` : '';
    const address = name === '' ? ROOTS[version] : `${ROOTS[version]}/${name}`;
    return html`<a href="${address}"${current}>Version ${version}</a> `;
  });
  return html`<p class="versions">Of the two versions of the API this page shows one: ${links}</p>`;
}

type Groups = ReadonlyMap<string, readonly OperationAt[]>;

function groupsOf(document: OpenApiDocument): Groups {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    (['get', 'post', 'patch'] as const satisfies readonly Method[]).flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
  const groups = document.tags.map(
    ({ name }) => [name, all.filter((at) => at.operation.tags.includes(name))] as const,
  );
  return new Map(groups.filter(([, list]) => list.length > 0));
}

function signature(): Html {
  const { apiKey, apiSecret, date, contentType, body } = signingExample;
  return html`<section id="signature">
<h2>Signing requests</h2>
<ol>${signingSteps.map((step) => html`<li>${docsLine(step)}</li>`)}</ol>
<h3>Worked example</h3>
<p>With the key <code>${apiKey}</code>, the secret <code>${apiSecret}</code> and this body, whose MD5 is
<code>${signingExample.bodyMd5}</code>:</p>
<pre tabindex="0"><code>${body}</code></pre>
<p>the string to sign is</p>
<pre tabindex="0"><code>${exampleStringToSign}</code></pre>
<p>and these headers are sent:</p>
<pre tabindex="0"><code>Content-Type: ${contentType}
Date: ${date}
Authorization: HMAC ${apiKey}:${signingExample.signature}</code></pre>
<p>In the sandbox the answer to a wrong signature carries <code>string_to_sign</code>, the string that the
server signed, to compare with yours. <code>./chaintill request</code> signs and sends a request for you.</p>
</section>
`;
}

function errors(): Html {
  const codes = Object.entries(refusals).map(
    ([code, meaning]) => html`<tr id="error-${code}"><th scope="row"><code>${code}</code></th>
<td>${ERROR_STATUS[code as RefusalCode]}</td><td>${docsLine(meaning)}</td></tr>`,
  );
  const details = Object.entries(detailMeanings).map(
    ([code, meaning]) =>
      html`<tr><th scope="row"><code>${code}</code></th><td>${docsLine(meaning)}</td></tr>`,
  );
  const example = {
    error: {
      code: 'invalid',
      message: 'invalid',
      details: [
        { code: 'must_be_filled', target: 'price_amount', message: 'must be filled', args: {} },
      ],
    },
    meta: { request_id: '5f2d8c0b7a914e36b1c0d4e8f9a27356' },
  };
  return html`<section id="errors">
<h2>Codes</h2>
<p>Every refusal has the same body. Programs go by <code>code</code>; it does not change.</p>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${codes}</tbody></table></div>
</section>
<section id="details">
<h2>Codes of <code>details</code></h2>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${details}</tbody></table></div>
</section>
`;
}

function callbacks({ webhooks }: OpenApiDocument): Html {
  return html`<p>How they are signed, repeated and received: <a href="/docs/callbacks">callbacks</a>.</p>
${Object.entries(webhooks).map(([type, { post }]) => callbackSection(type, post))}`;
}

function objects({ components }: OpenApiDocument): Html {
  return html`${Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<section id="object-${name}"><h2>${name}</h2>${schemaTable(schema, false)}</section>`,
  )}`;
}

function callbackSections({ webhooks }: OpenApiDocument): Section[] {
  return Object.entries(webhooks).map(([type, { post }]) => ({
    id: post.operationId,
    text: type,
    found: post.description ?? '',
  }));
}
