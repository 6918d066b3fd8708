// Schemas of the OpenAPI document as tables of the documentation page, and the few marks of its texts as markup.
import type { Parameter, Schema } from '../../server/src/contract/openapi-types.ts';
import { type Html, type HtmlValue, html } from '../../server/src/web/page-parts.ts';
import { anchorOf } from '../addresses.ts';

/** Properties of an object, the required ones marked when `marksRequired`. */
export function schemaTable(schema: Schema, marksRequired: boolean): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    row({ name, schema: property, isRequired: schema.required?.includes(name) ?? false }),
  );
  if (rows.length > 0) return table(rows, marksRequired ? 'Parameter' : 'Field');
  return html`<p>${typeText(schema)}</p>`;
}

export function parameterTable(parameters: readonly Parameter[]): Html {
  return table(
    parameters.map(({ name, required, schema, description }) =>
      row({
        name,
        isRequired: required,
        schema: { ...schema, ...(description ? { description } : {}) },
      }),
    ),
    'Parameter',
  );
}

function table(rows: readonly Html[], heading: string): Html {
  return html`<div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">${heading}</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function row({
  name,
  schema,
  isRequired,
}: {
  name: string;
  schema: Schema;
  isRequired: boolean;
}): Html {
  return html`<tr><th scope="row"><code>${name}</code>${isRequired ? '' : html` <small>optional</small>`}</th>
<td>${typeText(schema)}</td><td>${docsLine(schema.description ?? '')}${values(schema)}</td></tr>
`;
}

function values({ enum: list }: Schema): HtmlValue {
  const found = (list ?? []).filter((value) => value !== null);
  return found.map((value) => html` <code>${value}</code>`);
}

/** `text`, `decimal or null`, `list of Invoice`; objects link to their table. */
function typeText(schema: Schema): Html {
  if (schema.$ref !== undefined) return objectLink(schema.$ref);
  if (schema.anyOf !== undefined) return html`${joined(schema.anyOf.map(typeText), ' or ')}`;
  const types = [schema.type ?? 'any'].flat();
  return html`${joined(
    types.map((type) => nameOfType(type, schema)),
    ' or ',
  )}`;
}

function nameOfType(type: string, schema: Schema): Html {
  if (type === 'array') return html`list of ${typeText(schema.items ?? {})}`;
  if (type === 'object' && schema.additionalProperties !== undefined)
    return html`map of ${typeText(schema.additionalProperties)}`;
  if (type === 'string') return html`${schema.format ?? 'text'}`;
  return html`${type}`;
}

function objectLink(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="objects#object-${name}">${name}</a>`;
}

function joined(parts: readonly Html[], separator: string): HtmlValue {
  return parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`));
}

/** Paragraphs, code in backticks, fenced blocks and lists. Not markdown at large: the texts are our own. */
export function docsText(text: string): Html {
  return html`${text.split('\n\n').map(block)}`;
}

/** One line of text with code in backticks. */
export function docsLine(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function block(text: string): Html {
  if (text.startsWith('## ')) {
    const title = text.slice(3);
    return html`<h2 id="${anchorOf(title)}">${title}</h2>`;
  }
  if (text.startsWith('```'))
    return html`<pre tabindex="0"><code>${text.replace(/^```\n|\n```$/g, '')}</code></pre>`;
  const lines = text.split('\n');
  if (lines.every((line) => /^\d+\. /.test(line))) return html`<ol>${lines.map(item)}</ol>`;
  if (lines.every((line) => line.startsWith('- '))) return html`<ul>${lines.map(item)}</ul>`;
  return html`<p>${docsLine(text)}</p>`;
}

function item(line: string): Html {
  return html`<li>${docsLine(line.replace(/^(\d+\.|-) /, ''))}</li>`;
}
