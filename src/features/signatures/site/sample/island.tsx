import { createRoot } from 'react-dom/client'
import result from '#features/badges/site/parts/form/result.css?inline'
import verification from '#ui/verification.css?inline'
import { SampleCheck, type SampleCheckProps } from './sample-check.tsx'

// An entry of the client build: the loader imports it when the form is first touched. The form stays as the server wrote it,
// and the result is drawn beside it.
const form = document.getElementById('sample-certificate')
const place = document.getElementById('sample-result')
if (form instanceof HTMLFormElement && place) {
  // The page does not contain this style: most visitors never see a result.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(verification + result)
  document.adoptedStyleSheets.push(sheet)
  const props: Pick<SampleCheckProps, 'language' | 'origin'> = JSON.parse(form.dataset.props ?? '{}')
  createRoot(place).render(
    <SampleCheck {...props} form={form} actions={form.querySelector('.actions') ?? form} />,
  )
}
