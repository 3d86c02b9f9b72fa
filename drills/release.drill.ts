import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { skipUnlessRoot, skipWithout } from './support/requirements.ts'

const nobody = 65_534
const password = 'correct-horse-battery-9'

test('the release archive starts in an empty folder, as another user, without network, Node and npm, and stops', {
  skip: skipUnlessRoot() || skipWithout('setpriv', 'unshare', 'nsenter', 'ip'),
}, async (context) => {
  execFileSync('npm', ['run', 'release'], { stdio: 'inherit' })
  const [archive = ''] = globSync(`release/*-${process.platform}-${process.arch}.tar.gz`)
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-release-'))
  try {
    await chmod(folder, 0o755)
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner'])
    await mkdir(join(folder, 'data'))
    await chown(join(folder, 'data'), nobody, nobody)
    const begun = performance.now()
    const product = start(folder)
    try {
      await until(() => product.ask('/readyz').status === 200)
      context.diagnostic(`the first start took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
      assert.match(product.ask('/es/').body, /<html[^>]+lang="es"/)
      assert.equal(product.ask('/login').status, 200)
      assert.match(product.run(['admin', 'create-user', 'other', '--role', 'viewer']), /other/)
      // Drawn by a process that runs from the sources, with a native package.
      const picture = /property="og:image" content="[^"]*(\/share\/[^"]+)"/.exec(product.ask('/es/').body)
      if (picture) assert.equal(product.ask(picture[1] ?? '').status, 200)
    } finally {
      assert.deepEqual(await product.stop(), [0, null])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The product in a network of its own, where there is nobody else, as an account that owns nothing but its data. */
function start(folder: string) {
  const settings = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    DATA_DIR: join(folder, 'data'),
    ADMIN_PASSWORD: password,
    STOP_DELAY: '0',
    LOG_LEVEL: 'warn',
  }
  const unprivileged = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  const command = `ip link set lo up && exec ${unprivileged.join(' ')} ${folder}/firmeza`
  const child = spawn('unshare', ['--net', 'sh', '-c', command], {
    env: settings,
    cwd: '/',
    stdio: 'inherit',
  })
  const closed = once(child, 'close')
  const inside = ['--net', '-t', String(child.pid)]
  const [node = ''] = globSync(join(folder, 'node_modules/node-linux-*/bin/node'))
  return {
    ask(path: string): { status: number; body: string } {
      const script = `const r = await fetch('http://localhost:3000' + process.argv[1]).catch(() => undefined)
        console.log(JSON.stringify({ status: r?.status ?? 0, body: r ? await r.text() : '' }))`
      const words = [...inside, node, '--input-type=module', '-e', script, path]
      return JSON.parse(execFileSync('nsenter', words, { encoding: 'utf8', maxBuffer: 2 ** 26 }))
    },
    run(words: string[]): string {
      const all = [...inside, ...unprivileged, join(folder, 'firmeza'), ...words]
      return execFileSync('nsenter', all, { encoding: 'utf8', env: settings, cwd: '/' })
    },
    async stop() {
      child.kill('SIGTERM')
      return await closed
    },
  }
}

async function until(isDone: () => boolean): Promise<void> {
  for (const begun = performance.now(); !isDone(); await sleep(100)) {
    if (performance.now() - begun > 60_000)
      throw new Error('the product did not become ready within a minute')
  }
}
