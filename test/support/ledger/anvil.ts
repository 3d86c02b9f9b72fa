import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Asks a node (EIP-1193). */
export type NodeRequest = (call: { method: string; params?: unknown }) => Promise<unknown>

/** A chain of its own (anvil) on a free port, with blocks only when it is told to with `--no-mining`. */
export async function startAnvil(
  options: readonly string[] = [],
): Promise<{ url: string; request: NodeRequest; stop: () => Promise<void> }> {
  const child = fork(new URL('../processes/chain-process.ts', import.meta.url), options)
  const exited = once(child, 'exit')
  const failed = exited.then(([code]) => {
    throw new Error(`the local chain has ended with ${code}`)
  })
  const [port] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    request: (call) => askNode(url, call),
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}

async function askNode(url: string, { method, params = [] }: { method: string; params?: unknown }) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error }: { result?: unknown; error?: { message: string } } = await reply.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
