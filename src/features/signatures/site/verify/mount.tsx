import { createRoot, type Root } from 'react-dom/client'
import type { Language } from '#shared/languages.ts'
import verification from '#ui/verification.css?inline'
import { siteSource } from './browser-source.ts'
import { type Brought, checkCertificate, recognize } from './check-certificate.ts'
import { CheckResult, type CheckRun } from './check-result.tsx'
import { loadCheckTexts } from './check-texts.ts'
import result from './result.css?inline'

export interface CheckPlace {
  place: HTMLElement
  language: Language
  origin: string
  siteName: string
}

let shown: Root | undefined
let latest = 0

/** Adds the style of the results to that of the page, which does not contain it: many visitors never see a result. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(verification + result)
document.adoptedStyleSheets.push(sheet)

/** Checks what the visitor brought, and draws the steps into a place. Another check takes the place of the last. */
export async function runCheck(
  brought: Brought,
  { place, language, origin, siteName }: CheckPlace,
): Promise<void> {
  latest += 1
  const number = latest
  const t = await loadCheckTexts(language)
  shown ??= createRoot(place)
  let run: CheckRun = { subject: recognize(brought), steps: [], isOver: false }
  const draw = (change: Partial<CheckRun>) => {
    if (latest !== number) return
    run = { ...run, ...change }
    shown?.render(<CheckResult run={run} language={language} t={t} />)
  }
  draw({})
  const check = await checkCertificate({
    ...{ brought, origin, siteName, source: siteSource },
    now: () => new Date(),
    onProgress: (subject, steps) => draw({ subject, steps }),
  })
  draw({ steps: check.steps, isOver: true, ...(check.claims && { claims: check.claims }) })
}
