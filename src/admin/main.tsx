import './kit/zod-without-eval.ts'
import './styles/entry.ts'
import { createRoot } from 'react-dom/client'
import { isLanguage, languageCookie, sourceLanguage } from '#shared/languages.ts'
import { App } from './app.tsx'
import { readChoice } from './kit/cookies.ts'
import { createSession } from './kit/session.ts'
import { loadTexts } from './kit/texts.ts'

const root = document.getElementById('admin')
if (!root) throw new Error('The document has no #admin element')

const chosen = readChoice(languageCookie)
const translations = await loadTexts(isLanguage(chosen) ? chosen : sourceLanguage)

createRoot(root).render(
  <App
    nonce={root.dataset.nonce ?? ''}
    version={root.dataset.version ?? ''}
    canRecover={root.dataset.canRecover !== undefined}
    translations={translations}
    session={createSession(localStorage)}
  />,
)
