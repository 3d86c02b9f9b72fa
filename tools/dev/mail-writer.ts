// Stands for dist/server/mail-mails.js.
import { loadModule } from './module-runner.ts'

export const { renderMail } = await loadModule('/src/features/mail/mails/render.tsx')
