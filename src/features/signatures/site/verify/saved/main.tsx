import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { checkCertificate, recognize } from '#features/signatures/site/verify/check-certificate.ts'
import { CheckResult, type CheckRun } from '#features/signatures/site/verify/check-result.tsx'
import result from '#features/signatures/site/verify/result.css?inline'
import type { Source } from '#features/signatures/site/verify/source.ts'
import { CheckError } from '#features/signatures/site/verify/steps.ts'
import { parseBase64 } from '#shared/cryptography/bytes.ts'
import tokens from '#ui/tokens.css?inline'
import verification from '#ui/verification.css?inline'
import { type CheckerKit, kitId } from './kit.ts'
import page from './page.css?inline'

// The only script of a page that people save: everything it needs is in the page.
const kit: CheckerKit = JSON.parse(document.getElementById(kitId)?.textContent ?? '{}')
const { language, origin, texts } = kit

const style = document.createElement('style')
style.textContent = tokens + page + verification + result
document.head.append(style)

const t = (key: string, variables: Record<string, string | number> = {}) =>
  (texts[key.replace('certificate-check:', '')] ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(variables[name] ?? ''),
  )

function refuse(): never {
  throw new CheckError('impossible', 'offline')
}

const source: Source = {
  readLedgerKeys: async () => kit.ledgerKeys,
  readSigners: async () => kit.signers.flatMap((one) => parseBase64(one) ?? []),
  fetchJson: async (path) => (path === '/.well-known/did.json' ? kit.didDocument : refuse()),
  readTextFiles: async () => refuse(),
}

const place = document.getElementById('check-result')
const root = place && createRoot(place)
let latest = 0

function showResult(): void {
  const section = place?.closest('section')
  if (!section) return
  section.hidden = false
  section.scrollIntoView({ block: 'start' })
}

async function check(file: Blob): Promise<void> {
  latest += 1
  const number = latest
  const brought = { file: new Uint8Array(await file.arrayBuffer()) }
  let run: CheckRun = { subject: recognize(brought), steps: [], isOver: false }
  const draw = (change: Partial<CheckRun>) => {
    if (latest !== number) return
    run = { ...run, ...change }
    root?.render(
      <StrictMode>
        <CheckResult run={run} language={language} t={t} origin={origin} />
      </StrictMode>,
    )
  }
  draw({})
  showResult()
  const { steps, claims } = await checkCertificate({
    ...{ brought, source, origin },
    now: () => new Date(),
    onProgress: (subject, taken) => draw({ subject, steps: taken }),
  })
  draw({ steps, isOver: true, ...(claims && { claims }) })
}

const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
chooser?.addEventListener('change', () => {
  const [file] = chooser.files ?? []
  if (file) void check(file)
  chooser.value = ''
})
const target = document.querySelector<HTMLElement>('.choose')
for (const name of ['dragover', 'dragleave', 'drop'] as const) {
  document.addEventListener(name, (event) => {
    event.preventDefault()
    if (target) target.dataset.over = String(name === 'dragover')
    const [file] = (name === 'drop' && event.dataTransfer?.files) || []
    if (file) void check(file)
  })
}
