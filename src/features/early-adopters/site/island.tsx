import { hydrateRoot } from 'react-dom/client'
import { Registration } from './registration.tsx'
import type { RegistrationProps } from './registration-props.ts'
import { followSegmentLinks } from './segment-links.ts'

// An entry of the client build: the loader imports it when the form is first touched.
const root = document.getElementById('registration')

/** Resolves once the form is alive; the loader holds what is submitted until then. */
export const ready = new Promise<void>((resolve) => {
  if (!root?.dataset.props) return
  const props: RegistrationProps = JSON.parse(root.dataset.props)
  hydrateRoot(root, <Registration {...props} onReady={resolve} />)
  followSegmentLinks()
})
