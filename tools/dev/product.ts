// The product in its own process, from its sources: built modules are replaced by those that Vite serves.
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename, dirname } from 'node:path'
import { tell } from './module-runner.ts'

const at = (path: string) => new URL(path, import.meta.url).href
const project = at('../../')
const replacements = new Map([
  [at('../../dist/server/render.js'), at('render.ts')],
  [at('../../src/site/server/assets.ts'), at('assets.ts')],
])
for (const file of globSync('src/features/*/mails/render.tsx')) {
  const feature = basename(dirname(dirname(file)))
  replacements.set(at(`../../dist/server/${feature}-mails.js`), at(`mails.ts?feature=${feature}`))
}

registerHooks({
  resolve(specifier, context, next) {
    // Before the default resolution, since the built modules may be missing.
    const replacement = replacements.get(specifier)
    if (replacement) return { url: replacement, shortCircuit: true }
    const resolved = next(specifier, context)
    return { ...resolved, url: replacements.get(resolved.url) ?? resolved.url }
  },
  load(url, context, next) {
    if (url.startsWith(project) && !url.includes('/node_modules/')) {
      tell({ kind: 'loaded', file: decodeURIComponent(url.slice(project.length)) })
    }
    return next(url, context)
  },
})
// Ends this process when the development server is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

await import('../../src/main.ts')
tell({ kind: 'ready' })
