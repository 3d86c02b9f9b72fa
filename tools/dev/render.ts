// Replaces dist/server/render.js.
import { loadModule } from './module-runner.ts'

export const { publicPages, renderPage, describeCard } = await loadModule('/src/site/render.tsx')
