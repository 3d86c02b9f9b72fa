import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../dist/server/admin-commands.js', import.meta.url))

/** Runs a command as an operator would with `npm run admin`, in this environment and no other. */
export async function runAdminCommand(
  parameters: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<{ code: number | null; output: string; errors: string }> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [program, ...parameters], { env: { PATH, HOME, ...env } })
  child.stdin.end(input)
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const [code] = await once(child, 'close')
  return { code, output, errors }
}
