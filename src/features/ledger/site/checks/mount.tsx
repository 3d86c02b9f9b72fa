import { createRoot, type Root } from 'react-dom/client'
import type { Language } from '#shared/languages.ts'
import verification from '#ui/verification.css?inline'
import { checkAnchor } from './check-anchor.ts'
import { CheckResult, type CheckRun } from './check-result.tsx'
import { loadCheckTexts } from './check-texts.ts'
import result from './result.css?inline'
import { checkEarlier, checkEntry, checkNewest } from './run-checks.ts'
import { createLedgerSource } from './source.ts'
import { type CheckName, checkSteps, StepTaker } from './steps.ts'

const roots = new Map<Element, Root>()
const runs = new Map<Element, number>()
const source = createLedgerSource()

const sheet = new CSSStyleSheet()
// Not part of the page's style: most visitors never see a result.
sheet.replaceSync(verification + result)
document.adoptedStyleSheets.push(sheet)

const isCheck = (name: string | undefined): name is CheckName => name !== undefined && name in checkSteps

function beginRun(form: Element): number {
  const number = (runs.get(form) ?? 0) + 1
  runs.set(form, number)
  return number
}

/** Takes away what is shown below a form; a check that still runs shows nothing any more. */
export function clearCheck(form: HTMLFormElement): void {
  beginRun(form)
  const { nextElementSibling: place } = form
  if (place) roots.get(place)?.render(null)
}

/** Runs the check of a form that the server wrote, and draws its steps below it. Another run takes its place. */
export async function runCheck(form: HTMLFormElement, language: Language): Promise<void> {
  const place = form.nextElementSibling
  const { check } = form.dataset
  if (!place || !isCheck(check)) return
  const number = beginRun(form)
  const t = await loadCheckTexts(language)
  const root = roots.get(place) ?? createRoot(place)
  roots.set(place, root)
  let run: CheckRun = { check, steps: [], isOver: false }
  const draw = (change: Partial<CheckRun>) => {
    if (runs.get(form) !== number) return
    run = { ...run, ...change }
    root.render(<CheckResult run={run} language={language} t={t} />)
  }
  draw({})
  const taker = new StepTaker((steps) => draw({ steps }))
  const field = form.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  // A number may be typed in Arabic digits, as the page writes it.
  const wanted = (field?.value ?? '').replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
  const checks = {
    newest: () => checkNewest({ source, taker }),
    earlier: () => checkEarlier({ source, taker, note: field?.value ?? '' }),
    anchor: () => checkAnchor({ source, taker, onAnchor: (anchor) => draw({ anchor }) }),
    entry: () => checkEntry({ source, taker, wanted: wanted.trim(), onLeaf: (leaf) => draw({ leaf }) }),
  }
  // A step that has not passed is shown as such.
  await checks[check]().catch(() => undefined)
  draw({ isOver: true })
}
