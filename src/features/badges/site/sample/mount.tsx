import { createRoot } from 'react-dom/client'
import result from '#features/badges/site/parts/form/result.css?inline'
import verification from '#ui/verification.css?inline'
import { LedgerCheck, type LedgerCheckProps } from './ledger-check.tsx'
import { createCopyDrawing } from './ledger-picture.ts'

/** The parts of a form that the server wrote, and the place for its results. */
function findParts(form: HTMLFormElement, place: string) {
  return {
    fields: [...form.querySelectorAll('input')],
    actions: form.querySelector('.actions') ?? form,
    root: createRoot(document.getElementById(place) ?? form),
  }
}

/** Adds the style of the results to that of the page, which does not contain it: most visitors never see a result. */
function addResultStyle(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(verification + result)
  document.adoptedStyleSheets.push(sheet)
}

/** Makes the sample ledger of a page work: its form stays as the server wrote it; what it finds is shown in the page's picture too. */
export function mountSampleLedger(form: HTMLFormElement): void {
  const { fields, actions, root } = findParts(form, 'ledger-result')
  addResultStyle()
  const props: Pick<LedgerCheckProps, 'language' | 'origin'> = JSON.parse(form.dataset.props ?? '{}')
  const picture = document.querySelector<HTMLElement>('.transparency')
  const drawCopy = picture && createCopyDrawing(picture)
  const draw: LedgerCheckProps['draw'] = (results, { heading, caption, description }) => {
    if (!picture) return
    drawCopy?.(results)
    picture.ariaLabel = description
    const title = picture.querySelector('.heading.copy')
    if (title) title.textContent = heading
    // After the number of the figure.
    const text = picture.closest('figure')?.querySelector('figcaption')?.lastChild
    if (text) text.textContent = caption
  }
  root.render(<LedgerCheck {...props} form={form} fields={fields} actions={actions} draw={draw} />)
}
