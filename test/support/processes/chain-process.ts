import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

// A chain of this machine alone (anvil), for the process that forked this one. It ends when that process ends for any reason.
const machine = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
const folder = dirname(createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${machine}/package.json`))
const program = join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
const child = spawn(program, ['--port', '0', '--accounts', '1', '--no-mining', ...process.argv.slice(2)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.once('disconnect', () => child.kill('SIGKILL'))
child.once('exit', (code) => process.exit(code ?? 0))
for await (const line of createInterface({ input: child.stdout })) {
  const [, port] = /^Listening on .*:(\d+)$/.exec(line) ?? []
  if (port) process.send?.(Number(port))
}
