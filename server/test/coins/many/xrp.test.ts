// Random and mistyped addresses of XRP by the hundred thousand.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('XRP');
