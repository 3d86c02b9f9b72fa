import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// A chain for the process that forked this one. It is stopped when that process ends for any reason.
const program = fileURLToPath(new URL('../../../node_modules/@foundry-rs/anvil/bin.mjs', import.meta.url))
const chain = spawn(process.execPath, [program, '--port', '0', ...process.argv.slice(2)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
chain.stdout.setEncoding('utf8').on('data', (chunk: string) => {
  if (output === 'told') return
  output += chunk
  const [, address] = /^Listening on (\S+)\n/m.exec(output) ?? []
  if (!address) return
  output = 'told'
  process.send?.(`http://${address}`)
})
chain.once('exit', () => process.exit())
process.once('disconnect', () => chain.kill())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => chain.kill())
