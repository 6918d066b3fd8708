// One operation or callback on the documentation page.
import type {
  Content,
  DocumentedOperation,
  OpenApiDocument,
  Parameter,
  Reference,
  Response,
} from '../contract/openapi-types.ts';
import { docsText, parameterTable, schemaTable } from './docs-schema.ts';
import { type Html, type HtmlValue, html } from './html.ts';

export interface OperationAt {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

export function operationSection(document: OpenApiDocument, at: OperationAt): Html {
  const { operation, method, path } = at;
  const parameters = resolvedParameters(document, operation).filter((item) => item.in !== 'header');
  const [status, success] = successOf(document, operation);
  return html`<section id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="target"><b>${method}</b> <code>${path}</code> <small>needs <code>${operation['x-permission']}</code></small></p>
${parameters.length > 0 && parameterTable(parameters)}
${bodyTable(operation)}
<pre><code>${commandOf(at, parameters)}</code></pre>
<p>Answer ${status}:</p>
${exampleOf(success.content)}
${errorTable(document, operation)}
</section>
`;
}

export function callbackSection(type: string, operation: DocumentedOperation): Html {
  return html`<section id="${operation.operationId}">
<h3>${type}</h3>
${docsText(operation.description ?? '')}
${exampleOf(operation.requestBody?.content)}
</section>
`;
}

/** The request as the command line sends it: signed, with the credentials of the sandbox. */
function commandOf({ method, path, operation }: OperationAt, parameters: readonly Parameter[]) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleValue(parameters, name));
  const query = parameters
    .filter((item) => item.in === 'query' && item.example !== undefined)
    .map((item) => `${item.name}=${encodeURIComponent(String(item.example))}`)
    .join('&');
  const body = operation.requestBody?.content['application/json'].example;
  const target = query === '' ? filled : `'${filled}?${query}'`;
  const data =
    body === undefined ? '' : ` \\\n  '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  return `./chaintill request ${method} ${target}${data}`;
}

function exampleValue(parameters: readonly Parameter[], name: string): string {
  return encodeURIComponent(String(parameters.find((item) => item.name === name)?.example ?? ''));
}

function bodyTable({ requestBody }: DocumentedOperation): HtmlValue {
  const schema = requestBody?.content['application/json'].schema;
  return schema === undefined ? null : schemaTable(schema, true);
}

function exampleOf(content: Content | undefined): HtmlValue {
  const example = content?.['application/json'].example;
  return example === undefined
    ? null
    : html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`;
}

function errorTable(document: OpenApiDocument, operation: DocumentedOperation): Html {
  const failures = responsesOf(document, operation).filter(([status]) => Number(status) >= 400);
  const codes = failures.map(([status, { 'x-error-codes': list }]) =>
    (list ?? []).map(
      (code) => html`<li>${status} <a href="#error-${code}"><code>${code}</code></a></li>`,
    ),
  );
  return html`<details><summary>Errors</summary><ul class="errors">${codes}</ul></details>`;
}

function successOf(document: OpenApiDocument, operation: DocumentedOperation): [string, Response] {
  const found = responsesOf(document, operation).find(([status]) => Number(status) < 300);
  if (found === undefined) throw new Error(`${operation.operationId} never succeeds`);
  return found;
}

function responsesOf(
  { components }: OpenApiDocument,
  { responses }: DocumentedOperation,
): [string, Response][] {
  return Object.entries(responses).map(([status, response]) => [
    status,
    '$ref' in response ? resolve(components.responses, response) : response,
  ]);
}

function resolvedParameters(
  { components }: OpenApiDocument,
  { parameters }: DocumentedOperation,
): Parameter[] {
  return parameters.map((item) => ('$ref' in item ? resolve(components.parameters, item) : item));
}

function resolve<T>(group: Readonly<Record<string, T>>, { $ref }: Reference): T {
  const found = group[$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`nothing at ${$ref}`);
  return found;
}
