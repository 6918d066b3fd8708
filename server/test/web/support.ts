// Requests hosted pages of a world like a customer's browser.
import type { World } from '../support/world.ts';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The visible text, without markup. */
  readonly pageText: string;
  /** The payment status of the page and of its script. */
  readonly pageStatus: string | undefined;
}

export async function openPage(
  world: World,
  path: string,
  headers: Record<string, string> = {},
): Promise<Page> {
  const response = await fetch(world.url + path, { headers });
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    html,
    pageText: html.replace(/<head>.*<\/head>|<[^>]*>/gs, ' ').replace(/\s+/g, ' '),
    pageStatus: /data-status="(\w+)"/.exec(html)?.[1],
  };
}

export async function readStatus(world: World, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${world.url}${path}/status`);
  return (await response.json()) as Record<string, unknown>;
}
