import { hydrateRoot } from 'react-dom/client'
import { type Catalogue, loadTexts } from '#shared/browser-texts.ts'
import type { Translate } from '#site/contract.ts'
import { Registration } from './registration.tsx'
import type { RegistrationProps } from './registration-props.ts'
import { followSegmentLinks } from './segment-links.ts'

// What the form says once it has been sent.
const catalogues = import.meta.glob<Catalogue>(['/locales/*/site.json', '/locales/*/errors.json'], {
  import: 'default',
})

async function hydrate(root: HTMLElement): Promise<void> {
  const props: RegistrationProps = JSON.parse(root.dataset.props ?? '')
  const { language, name } = props
  const t = await loadTexts(catalogues, language, ['site', 'errors'])
  const translate: Translate = (key, variables) => t(key, { name, ...variables })
  await new Promise<void>((resolve) => {
    hydrateRoot(root, <Registration {...props} t={translate} onReady={resolve} />)
    followSegmentLinks()
  })
}

// An entry of the client build: the loader imports it when the form is first touched.
const root = document.getElementById('registration')

/** Resolves once the form is alive; the loader holds what is submitted until then. */
export const ready = root?.dataset.props ? hydrate(root) : undefined
