// Runs the site's pages and the mails in the product's process, from sources that the development server compiles.
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner'
import type { FromProduct, ToProduct } from './messages.ts'

const waiting = new Map<number, (answer: ToProduct['answer']) => void>()
let asked = 0

process.on('message', ({ id, answer }: ToProduct) => {
  waiting.get(id)?.(answer)
  waiting.delete(id)
})

/** Sends a message to the development server. */
export function tell(message: FromProduct): void {
  process.send?.(message)
}

const runner = new ModuleRunner(
  {
    hmr: false,
    transport: {
      invoke: (payload) =>
        new Promise((resolve) => {
          asked += 1
          waiting.set(asked, resolve)
          tell({ kind: 'ask', id: asked, payload })
        }),
    },
  },
  new ESModulesEvaluator(),
)

/** Loads a module from its source. The path starts at the project's folder. */
export const loadModule = (path: string): Promise<Record<string, unknown>> => runner.import(path)
