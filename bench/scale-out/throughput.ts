// Two web processes and a worker behind nginx against one web process and a worker, on one PostgreSQL of the system. Each web process gets
// a quarter of a core where that can be limited, since on a small machine the load, nginx and PostgreSQL take the cores that a second
// process would need; without limits the ratio says what the cores of this machine allow.
import { availableParallelism } from 'node:os'
import { startNginx } from '../../drills/support/nginx.ts'
import { startPostgresServer } from '../../drills/support/scale-out/postgres-server.ts'
import { publishText } from '../content.ts'
import { compareLoad, type Target } from '../support/load.ts'
import { atLeast, type Finding, format, runAlone } from '../support/report.ts'
import { makeDataDir, startServer } from '../support/server.ts'
import { canLimit, limitProcessor } from './processor-share.ts'

const share = 0.25
/** Load, nginx, PostgreSQL, worker and two processes. */
const roomyCores = 6

const signUp = JSON.stringify({
  ...{ email: 'person-@@@example.test', name: 'A Person', company: 'A Company' },
  ...{ segment: 'developer', interests: ['identity'], consent: true },
})

export async function measureScaleOut(): Promise<Finding[]> {
  const postgres = await startPostgresServer()
  try {
    return await measure(postgres.url)
  } finally {
    await postgres.remove()
  }
}

async function measure(databaseUrl: string): Promise<Finding[]> {
  await using folder = await makeDataDir()
  const env = { SECRET_KEY: 'a secret that only measurements know', TRUST_PROXY: 'loopback' }
  const start = (role: 'web' | 'worker') =>
    startServer({ dataDir: folder.path, databaseUrl, env: { ...env, ROLE: role } })
  await using first = await start('web')
  await using second = await start('web')
  await using _worker = await start('worker')
  await publishText(first, 'es')
  const authorization = `Bearer ${await first.signIn()}`
  const [a = 0, b = 0] = [first, second].map(({ url }) => Number(new URL(url).port))
  const one = await startNginx({ ports: [a, a], keepAlive: true })
  const two = await startNginx({ ports: [a, b], keepAlive: true })
  const isLimited = canLimit()
  const limits = isLimited
    ? await Promise.all([first, second].map(({ pid }) => limitProcessor(pid, share)))
    : []
  try {
    const kinds: [name: string, path: string, target: Omit<Target, 'url'>][] = [
      ['a page from the cache', '/es/', {}],
      ['a page that is made for the request', '/login', {}],
      ['a JSON read of the team', '/api/early-adopters/summary', { headers: { authorization } }],
      ['a durable sign-up', '/api/early-adopters', { method: 'POST', body: signUp }],
    ]
    const findings: Finding[] = []
    for (const [name, path, target] of kinds) {
      const compared = await compareLoad(
        { one: { url: `${one.url}${path}`, ...target }, two: { url: `${two.url}${path}`, ...target } },
        { rounds: 8 },
      )
      findings.push(describe(name, isLimited, compared))
    }
    return findings
  } finally {
    for (const limit of limits) await limit[Symbol.asyncDispose]()
    await Promise.all([one.stop(), two.stop()])
  }
}

function describe(
  name: string,
  isLimited: boolean,
  { rates, ratio }: Awaited<ReturnType<typeof compareLoad>>,
): Finding {
  const cores = availableParallelism()
  const finding = {
    promise: `two web processes against one, ${name}`,
    measured: `${format(rates.two ?? 0)}/s against ${format(rates.one ?? 0)}/s, ${isLimited ? `${share} of a core each` : `unlimited on ${cores} cores`}`,
    ratio: ratio('two', 'one'),
  }
  // nginx limits pages from the cache, PostgreSQL sign-ups, and few cores everything.
  const isAskedOfProcess = /made|JSON/.test(name)
  const isPromised = isAskedOfProcess && (isLimited || cores >= roomyCores)
  return isPromised ? atLeast(1.7, finding) : { ...finding, bar: '–', ok: true }
}

await runAlone(import.meta, measureScaleOut)
