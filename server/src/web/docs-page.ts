// The documentation page at /docs: the OpenAPI document for people to read. Rendered on the server, no
// script, nothing from elsewhere. Served by http/document-routes.ts.
import type { Method, OpenApiDocument } from '../contract/openapi-types.ts';
import { detailMeanings, refusals } from '../contract/refusals.ts';
import { exampleStringToSign, signingExample, signingSteps } from '../contract/signing-example.ts';
import { callbackSection, type OperationAt, operationSection } from './docs-operation.ts';
import { docsLine, docsText, schemaTable } from './docs-schema.ts';
import { type Html, html, markupOf } from './html.ts';

/** The text of the page. `document` is that of the running server, with its address. */
export function renderDocsPage(document: OpenApiDocument, dialect: 1 | 2): string {
  const groups = groupsOf(document);
  return markupOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/docs.css">
</head>
<body>
<a class="skip" href="#content">To the content</a>
${navigation(document, groups)}
<main id="content">
<h1>${document.info.title} <small>${document.info.version}</small></h1>
<p>This server: <code>${document.servers[0]?.url}</code>. For programs: <a href="${DOCUMENTS[dialect]}">OpenAPI document</a>.</p>
${versions(dialect)}
${docsText(document.info.description)}
${signature()}
${errors()}
${[...groups].map(([group, list]) => groupSection(document, group, list))}
${callbacks(document)}
${objects(document)}
</main>
</body>
</html>
`);
}

const DOCUMENTS = { 1: 'openapi.json', 2: 'openapi.json?version=2' } as const;
const PAGES = { 1: 'docs', 2: 'docs?version=2' } as const;

/** The switch between the two dialects: two addresses, no script. */
function versions(dialect: 1 | 2): Html {
  const links = ([1, 2] as const).map((version) => {
    const current = version === dialect ? html` aria-current="page"` : '';
    return html`<a href="${PAGES[version]}"${current}>Version ${version}</a> `;
  });
  return html`<p class="versions">Of the two versions of the API this page shows one: ${links}</p>
<p>In the sandbox, <code>sandbox-credentials.json</code> in the data folder holds a key of version 1 at the top, and one
of version 2 under <code>v2</code>. A request takes the other version with the header <code>Api-Version</code>, on the
command line <code>--api-version</code>.</p>`;
}

type Groups = ReadonlyMap<string, readonly OperationAt[]>;

function groupsOf(document: OpenApiDocument): Groups {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    (['get', 'post', 'patch'] as const satisfies readonly Method[]).flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
  return new Map(
    document.tags.map(({ name }) => [name, all.filter((at) => at.operation.tags.includes(name))]),
  );
}

function navigation(document: OpenApiDocument, groups: Groups): Html {
  const link = (id: string, text: string) => html`<li><a href="#${id}">${text}</a></li>`;
  return html`<nav aria-label="Contents">
<ul>${link('signature', 'Signing requests')}${link('errors', 'Errors')}</ul>
${[...groups].map(
  ([group, list]) => html`<h2>${group}</h2>
<ul>${list.map(({ operation, method }) => html`<li><a href="#${operation.operationId}"><b>${method}</b> ${operation.operationId}</a></li>`)}</ul>`,
)}
<h2>Callbacks</h2>
<ul>${Object.entries(document.webhooks).map(([type, { post }]) => link(post.operationId, type))}</ul>
<h2>Objects</h2>
<ul>${Object.keys(document.components.schemas).map((name) => link(`object-${name}`, name))}</ul>
</nav>`;
}

function signature(): Html {
  const { apiKey, apiSecret, date, contentType, body } = signingExample;
  return html`<section id="signature">
<h2>Signing requests</h2>
<ol>${signingSteps.map((step) => html`<li>${docsLine(step)}</li>`)}</ol>
<h3>Worked example</h3>
<p>With the key <code>${apiKey}</code>, the secret <code>${apiSecret}</code> and this body, whose MD5 is
<code>${signingExample.bodyMd5}</code>:</p>
<pre><code>${body}</code></pre>
<p>the string to sign is</p>
<pre><code>${exampleStringToSign}</code></pre>
<p>and these headers are sent:</p>
<pre><code>Content-Type: ${contentType}
Date: ${date}
Authorization: HMAC ${apiKey}:${signingExample.signature}</code></pre>
<p>In the sandbox the answer to a wrong signature carries <code>string_to_sign</code>, the string that the
server signed, to compare with yours. <code>./chaintill request</code> signs and sends a request for you.</p>
</section>
`;
}

function errors(): Html {
  const codes = Object.entries(refusals).map(
    ([
      code,
      { status, meaning },
    ]) => html`<tr id="error-${code}"><th scope="row"><code>${code}</code></th>
<td>${status}</td><td>${docsLine(meaning)}</td></tr>`,
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
<h2>Errors</h2>
<p>Every refusal has the same body. Programs go by <code>code</code>; it does not change.</p>
<pre><code>${JSON.stringify(example, null, 2)}</code></pre>
<div class="wide"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${codes}</tbody></table></div>
<p>Codes of <code>details</code>:</p>
<div class="wide"><table><thead><tr><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${details}</tbody></table></div>
</section>
`;
}

function groupSection(
  document: OpenApiDocument,
  group: string,
  list: readonly OperationAt[],
): Html {
  return html`<h2>${group}</h2>
${list.map((at) => operationSection(document, at))}`;
}

function callbacks({ webhooks }: OpenApiDocument): Html {
  return html`<h2>Callbacks</h2>
${Object.entries(webhooks).map(([type, { post }]) => callbackSection(type, post))}`;
}

function objects({ components }: OpenApiDocument): Html {
  return html`<h2>Objects</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<section id="object-${name}"><h3>${name}</h3>${schemaTable(schema, false)}</section>`,
)}`;
}
