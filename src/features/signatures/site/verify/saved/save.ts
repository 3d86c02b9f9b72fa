import { isJson } from '#features/badges/site/parts/proof/json.ts'
import type { LedgerState } from '#features/ledger/contract.ts'
import type { DocumentSigners } from '#features/signatures/contract.ts'
import type { Catalogue } from '#shared/browser-texts.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import { type CheckerKit, kitId } from './kit.ts'

const catalogues = import.meta.glob<Catalogue>(
  ['/locales/*/certificate-check.json', '/locales/*/certificate-page.json'],
  { import: 'default' },
)

interface SaveOptions {
  language: Language
  origin: string
  /** The address of the script of the saved page. */
  script: string
}

/** Writes a page that checks certificates without this site, and gives it to the visitor as a file. */
export async function saveChecker({ language, origin, script }: SaveOptions): Promise<void> {
  const [code, didDocument, state, { signers }, texts] = await Promise.all([
    read(script).then((answer) => answer.text()),
    read('/.well-known/did.json').then((answer) => answer.json()),
    read('/api/ledger').then((answer): Promise<LedgerState> => answer.json()),
    read('/api/certificates/signers').then((answer): Promise<DocumentSigners> => answer.json()),
    loadFlat(language),
  ])
  if (!isJson(didDocument)) throw new Error('the site says nothing of itself')
  const kit: CheckerKit = {
    ...{ language, direction: directionOf(language), origin, texts, didDocument },
    savedAt: new Date().toISOString(),
    ledgerKeys: state.keys,
    signers: signers.map(({ certificate }) => certificate),
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([writePage(kit, code)], { type: 'text/html' }))
  link.download = `${new URL(origin).hostname}-${language}.html`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function read(path: string): Promise<Response> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} was not answered`)
  return answer
}

const escapeMarkup = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The saved page: one file, its script and data in it. */
function writePage(kit: CheckerKit, code: string): string {
  const { language, direction, origin, savedAt, texts } = kit
  const say = (key: string) => escapeMarkup(texts[key] ?? '')
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>${say('page.title')} ${escapeMarkup(new URL(origin).host)}</title>
</head>
<body>
<main>
<h1>${say('page.title')}</h1>
<p><bdi>${escapeMarkup(origin)}</bdi> · <time dir="ltr">${savedAt.slice(0, 10)}</time></p>
<div class="choose">
<p id="drop-text">${say('page.drop.text')}</p>
<label class="button"><input type="file" accept=".pdf,.json" aria-describedby="drop-text">${say('page.drop.choose')}</label>
<p>${say('page.save.text')}</p>
</div>
<section hidden>
<h2>${say('page.certificate.check_title')}</h2>
<div id="check-result"></div>
</section>
</main>
<script type="application/json" id="${kitId}">${JSON.stringify(kit).replaceAll('<', '\\u003c')}</script>
<script type="module">${code.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--')}</script>
</body>
</html>
`
}

async function loadFlat(language: Language): Promise<Record<string, string>> {
  const load = (name: string) => catalogues[`/locales/${language}/${name}.json`]?.()
  const [check, page] = await Promise.all([load('certificate-check'), load('certificate-page')])
  return { ...flatten(check ?? {}), ...flatten(page ?? {}, 'page.') }
}

function flatten(catalogue: Catalogue, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[before + key, value]]
        : Object.entries(flatten(value, `${before}${key}.`)),
    ),
  )
}
