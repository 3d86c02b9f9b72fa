import { hydrateRoot } from 'react-dom/client'
import { type Catalogue, loadTexts } from '#shared/browser-texts.ts'
import type { Translate } from '#site/contract.ts'
import { Activation } from './activation.tsx'
import type { ActivationProps } from './activation-props.ts'

const catalogues = import.meta.glob<Catalogue>(['/locales/*/activation.json', '/locales/*/errors.json'], {
  import: 'default',
})

async function hydrate(root: HTMLElement): Promise<void> {
  const props: ActivationProps = JSON.parse(root.dataset.props ?? '')
  const { language, name } = props
  const t = await loadTexts(catalogues, language, ['activation', 'errors'])
  const translate: Translate = (key, variables) => t(key, { name, ...variables })
  hydrateRoot(root, <Activation {...props} t={translate} />)
}

// An entry of the client build, which the page of a personal link loads at once. Without it, the page works as it is.
const root = document.getElementById('activation')
if (root?.dataset.props) void hydrate(root)
