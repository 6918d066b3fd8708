import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openGround, createAccount } from './ground.ts';
import { startService } from './service.ts';
import { startChild } from './child.ts';
import { fillPool } from '../server/src/addresses/pool.ts';
import { ensureWallets } from '../server/src/addresses/wallets.ts';
function stat(){const f=readFileSync('/proc/stat','utf8').split('\n')[0]!.split(/\s+/).slice(1).map(Number); return {idle:f[3]!+f[4]!,tot:f.slice(0,8).reduce((a,b)=>a+b,0)};}
async function quiet(){ let a=stat(); const end=Date.now()+240e3; while(Date.now()<end){ await pause(2000); const b=stat(); const idle=(b.idle-a.idle)/(b.tot-a.tot); a=b; if(idle>0.9) return idle; } return -1; }
const g=await openGround(); const {app}=g.assembled; const acc=await createAccount(g);
const pm=+((await app.db.query<any>("select split_part(pg_read_file('postmaster.pid'), E'\\n',1) as p"))[0].p);
const T=(d:string)=>{const c=readFileSync(`/proc/${d}/stat`,'utf8'); return c.slice(c.lastIndexOf(')')+2).split(' ')};
function pg(){let t=0;for(const d of readdirSync('/proc'))if(/^\d+$/.test(d)){try{const f=T(d);if(Number(f[1])===pm)t+=+f[11]!+ +f[12]!;if(Number(d)===pm)t+=+f[13]!+ +f[14]!}catch{}}return t*10}
function svc(){ for(const d of readdirSync('/proc')) if(/^\d+$/.test(d)){ try{ const e=readFileSync(`/proc/${d}/cmdline`,'utf8'); if(e.includes('chaintill.js')&&e.includes('serve')&&readFileSync(`/proc/${d}/environ`,'utf8').includes(g.folder)){const f=T(d); return (+f[11]!+ +f[12]!)*10} }catch{} } return NaN}
const w=(await ensureWallets(app)).get('LTC')!; while(await fillPool(app,w,26000)>0); await app.db.query('vacuum analyze addresses');
const s=await startService(g.environment, g.folder+'/s.log'); const gen=await startChild<any>('load/generate.ts');
const order=(n:number,p:string)=>({port:s.port,request:{host:'127.0.0.1:'+s.port,key:acc.key,secret:acc.secret,method:'POST',target:'/api/invoices'},bodies:[JSON.stringify({custom_id:'order-#',price_amount:'25.5',price_currency:'EUR',pay_currency:'LTC',name:'Order',description:'Two books and a pen',success_redirect_url:'https://shop.example/thanks',unsuccess_redirect_url:'https://shop.example/sorry'})],callers:32,count:n,warmUp:0,expectedStatus:201,prefix:p});
gen.send(order(4000,'w')); await gen.next();
console.log('idle',await quiet());
for(let i=0;i<3;i++){ const a=svc(),b=pg(); gen.send(order(6000,'r'+i)); const r:any=await gen.next(); console.log((r.perSecond).toFixed(0)+'/s p50',r.p50.toFixed(2),'service us',((svc()-a)/6).toFixed(0),'pg us',((pg()-b)/6).toFixed(0)); }
await gen.stop(); await s.stop(); await g.close();
