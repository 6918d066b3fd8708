// One operation or callback on the documentation page.
import type {
  Content,
  DocumentedOperation,
  OpenApiDocument,
  Parameter,
  Reference,
  Response,
} from '../../server/src/contract/openapi-types.ts';
import { type Html, type HtmlValue, html, trustedMarkup } from '../../server/src/web/page-parts.ts';
import { codeBlock, tabsOf } from '../markdown.ts';
import { examplesOf, type RequestOf } from './examples.ts';
import { docsText, parameterTable, schemaTable } from './schema.ts';

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
<h2>${operation.summary}</h2>
<p class="target"><b>${method}</b> <code>${path}</code> <small>needs <code>${operation['x-permission']}</code></small></p>
${parameters.length > 0 && parameterTable(parameters)}
${bodyTable(operation)}
${trustedMarkup(tabsOf(examplesOf(requestOf(at, parameters))))}
<p>Answer ${status}:</p>
${exampleOf(success.content)}
${errorTable(document, operation)}
</section>
`;
}

export function callbackSection(type: string, operation: DocumentedOperation): Html {
  return html`<section id="${operation.operationId}">
<h2><code>${type}</code></h2>
${docsText(operation.description ?? '')}
${exampleOf(operation.requestBody?.content)}
</section>
`;
}

/** The request of the examples, filled in. */
function requestOf(
  { method, path, operation }: OperationAt,
  parameters: readonly Parameter[],
): RequestOf {
  const example = (name: string) =>
    String(parameters.find((item) => item.name === name)?.example ?? '');
  const query = parameters.filter((item) => item.in === 'query' && item.example !== undefined);
  return {
    id: operation.operationId as RequestOf['id'],
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example(name))),
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => example(name)),
    query: Object.fromEntries(query.map((item) => [item.name, item.example as string | number])),
    body: operation.requestBody?.content['application/json'].example as RequestOf['body'],
  };
}

function bodyTable({ requestBody }: DocumentedOperation): HtmlValue {
  const schema = requestBody?.content['application/json'].schema;
  return schema === undefined ? null : schemaTable(schema, true);
}

function exampleOf(content: Content | undefined): HtmlValue {
  const example = content?.['application/json'].example;
  return example === undefined
    ? null
    : trustedMarkup(codeBlock(JSON.stringify(example, null, 2), 'json'));
}

function errorTable(document: OpenApiDocument, operation: DocumentedOperation): Html {
  const failures = responsesOf(document, operation).filter(([status]) => Number(status) >= 400);
  const codes = failures.map(([status, { 'x-error-codes': list }]) =>
    (list ?? []).map(
      (code) => html`<li>${status} <a href="errors#error-${code}"><code>${code}</code></a></li>`,
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
