// Many random and mistyped addresses of BTC.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('BTC');
