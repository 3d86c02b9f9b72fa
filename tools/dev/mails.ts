// Stands for what the build makes of a feature's mails/render.tsx; `?feature=` says whose.
import { loadModule } from './module-runner.ts'

const feature = new URL(import.meta.url).searchParams.get('feature')

export const { renderMail } = await loadModule(`/src/features/${feature}/mails/render.tsx`)
