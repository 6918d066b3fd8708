// A proxy to an anvil that offers only `trace_block`, in a separate process. For debug_traceBlockByHash, anvil executes
// a block again for each transaction, which no node of the network does, and which would hide our reading speed.
import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const target = process.env['NODE_URL'] ?? '';
const options: RequestOptions = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
};

function unserved(question: string): string {
  const calls: { id: number }[] = JSON.parse(question);
  const error = { code: -32_601, message: 'the method does not exist' };
  return JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error })));
}

async function textOf(requested: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of requested) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const server = createServer(async (requested, response) => {
  const question = await textOf(requested);
  if (question.includes('"debug_')) response.end(unserved(question));
  else request(target, options, (answer) => answer.pipe(response)).end(question);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
