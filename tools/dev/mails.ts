// Replaces the built mails/render.tsx of the feature in `?feature=`.
import { loadModule } from './module-runner.ts'

const feature = new URL(import.meta.url).searchParams.get('feature')

export const { renderMail } = await loadModule(`/src/features/${feature}/mails/render.tsx`)
