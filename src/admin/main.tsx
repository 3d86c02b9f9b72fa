import '#admin/kit/api/zod-without-eval.ts'
import '#admin/styles/entry.ts'
import { createRoot } from 'react-dom/client'
import { createSession } from '#admin/kit/api/session.ts'
import { lastingStorage } from '#admin/kit/browser-storage.ts'
import { setSite } from '#admin/kit/site-name.ts'
import { loadTexts } from '#admin/kit/texts/texts.ts'
import { fallbackLanguage, isLanguage } from '#shared/languages.ts'
import { App } from './app.tsx'

const root = document.getElementById('admin')
if (!root) throw new Error('The document has no #admin element')

// The server has chosen it: the selector's cookie, then the browser's language.
const { lang } = document.documentElement
const translations = await loadTexts(isLanguage(lang) ? lang : fallbackLanguage)

const { siteName: name = '', tagline, siteOrigin: origin = location.origin } = root.dataset
setSite({ name, tagline, origin })
createRoot(root).render(
  <App
    nonce={root.dataset.nonce ?? ''}
    version={root.dataset.version ?? ''}
    canRecover={root.dataset.canRecover !== undefined}
    translations={translations}
    session={createSession(lastingStorage)}
  />,
)
