import { createRoot } from 'react-dom/client'
import verification from '#features/badges/site/verification.css?inline'
import result from './result.css?inline'
import { SampleCheck, type SampleCheckProps } from './sample-check.tsx'

/** Makes the sample badge of a page work: its form stays as the server wrote it, and the result is drawn beside it. */
export function mountSampleBadge(form: HTMLFormElement): void {
  const place = document.getElementById('sample-result')
  const field = form.querySelector('input')
  const actions = form.querySelector('.actions')
  if (!place || !field || !actions) return
  // The page's own style does not contain that of the results: most visitors never see one.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(verification + result)
  document.adoptedStyleSheets.push(sheet)
  const props: Omit<SampleCheckProps, 'form' | 'field' | 'actions'> = JSON.parse(form.dataset.props ?? '{}')
  createRoot(place).render(<SampleCheck {...props} form={form} field={field} actions={actions} />)
}
