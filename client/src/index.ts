// The exports of `@chaintill/client`. No other file re-exports.
export {
  type CallbackHeaders,
  type CallbackProblem,
  type CallbackToVerify,
  CallbackVerificationError,
  verifyCallback,
} from './callbacks.ts';
export { type Client, createClient } from './client.ts';
export { ChaintillError, type ErrorDetail } from './error.ts';
export type { CallOptions, ClientOptions, Content, Method, Request } from './http.ts';
export { iteratePages } from './pages.ts';
export type * from './requests.ts';
export { type Credentials, type RequestToSign, signRequest } from './sign.ts';
export type * from './types.ts';
