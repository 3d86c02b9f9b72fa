// `npm run dev`: the product, built and started again whenever a source changes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './checks.ts'

let server: ChildProcess | undefined
let changed = true
let wake = () => {}

for (const folder of ['src', 'locales', 'migrations']) {
  watch(folder, { recursive: true }, (_event, name) => {
    if (name?.includes('.test.')) return
    changed = true
    wake()
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await stop()
    process.exit(0)
  })
}

for (;;) {
  changed = false
  const { code, output } = await run('sh', ['tools/run.sh', '--built'])
  if (output) console.log(output.trimEnd())
  if (code === 0) {
    await stop()
    // Not in this terminal's group: a Ctrl-C is for us, and we stop the server.
    server = spawn(process.execPath, ['--env-file-if-exists=.env', 'src/main.ts'], {
      stdio: 'inherit',
      detached: true,
    })
  }
  await new Promise<void>((resolve) => {
    wake = resolve
    if (changed) resolve()
  })
  // An editor writes several files at once.
  await sleep(200)
}

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
