// Many random and mistyped addresses of DOGE.
import { describeManyAddresses } from './many-addresses.ts';

describeManyAddresses('DOGE');
