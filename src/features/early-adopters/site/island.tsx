import { hydrateRoot } from 'react-dom/client'
import { Registration, type RegistrationProps } from './registration.tsx'
import { followSegmentLinks } from './segment-links.ts'

// An entry of the client build: the loader imports it when the form is first touched.
const root = document.getElementById('registration')
if (root?.dataset.props) {
  const props: RegistrationProps = JSON.parse(root.dataset.props)
  hydrateRoot(root, <Registration {...props} />)
  followSegmentLinks()
}
