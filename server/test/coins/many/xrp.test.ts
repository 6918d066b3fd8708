// Many random and mistyped addresses of XRP.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('XRP');
