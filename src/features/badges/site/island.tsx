import { hydrateRoot } from 'react-dom/client'
import { mountSampleLedger } from '#features/badges/site/sample/mount.tsx'
import { copyOrSelect } from '#ui/copying.ts'
import { Verification, type VerificationProps } from './verification.tsx'

// An entry of the client build: the loader imports it when something of it is first touched, on the page of a badge or on
// one with a sample to check.
const root = document.getElementById('verifier')
if (root?.dataset.props) {
  const props: VerificationProps = JSON.parse(root.dataset.props)
  hydrateRoot(root, <Verification {...props} />)
}

const button = document.querySelector<HTMLButtonElement>('[data-copy]')
if (button) {
  const copy = async () => {
    const message = button.nextElementSibling
    // The address stands nowhere else: shown, it can be copied by hand.
    if (message) message.textContent = button.value
    const isCopied = await copyOrSelect(button.value, message)
    if (message && isCopied) message.textContent = button.dataset.copy ?? ''
  }
  button.addEventListener('click', copy)
  // The button was pressed before this script was loaded.
  if (button.matches(':active, :focus:not(:focus-visible)')) void copy()
}

const ledger = document.getElementById('sample-ledger')
if (ledger instanceof HTMLFormElement) mountSampleLedger(ledger)
