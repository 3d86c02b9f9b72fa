import { crawlSite } from '#features/seo/prover/crawl/crawl.ts'
import type { AskSite } from '#features/seo/prover/crawl/requests.ts'
import { judgeSite } from '#features/seo/prover/rules/judge.ts'
import type { Found } from '#features/seo/prover/rules/rule.ts'
import { directionOf, type Language, languages } from '#shared/languages.ts'

export const plantedUrl = 'https://planted.example'

/** What an address of the site answers. */
export interface PlantedAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A site without a fault, in memory: three pages in ten languages, a sitemap and robots.txt. Tests plant a fault in it. */
export interface PlantedSite {
  answers: Map<string, PlantedAnswer>
  /** The addresses of the pages that the product itself knows. */
  known: string[]
  hasSitemap: boolean
  /** Replaces a part of an answer's body, which must be there. */
  replace(address: string, part: string | RegExp, by: string): void
  /** Writes the sitemap anew from what the pages name now. */
  mapAgain(): void
  /** Everything that the rules find. */
  check(): Promise<Found[]>
}

const words: Record<Language, string> = {
  en: 'Every document keeps a proof that nobody can change later',
  es: 'Cada documento guarda una prueba que nadie puede cambiar después',
  fr: 'Chaque document garde une preuve que personne ne peut changer',
  de: 'Jedes Dokument behält einen Nachweis, den niemand ändern kann',
  it: 'Ogni documento conserva una prova che nessuno può cambiare',
  pt: 'Cada documento guarda uma prova que ninguém pode mudar depois',
  ru: 'Каждый документ хранит доказательство, которое никто не изменит',
  zh: '每份文件都保留一份任何人以后都无法更改的证明，永远可以核对，随时可以查看',
  ar: 'كل وثيقة تحتفظ بإثبات لا يمكن لأي أحد أن يغيره فيما بعد',
  hi: 'हर दस्तावेज़ एक प्रमाण रखता है जिसे बाद में कोई नहीं बदल सकता',
}

const pages = ['/', '/about', '/docs/guide']

const alternatesOf = (path: string) =>
  [...languages.map((code) => [code, `${plantedUrl}/${code}${path}`]), ['x-default', plantedUrl + path]]
    .map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`)
    .join('\n')

/** A page as it should be. */
function writePage(language: Language, path: string): string {
  const number = pages.indexOf(path) + 1
  const title = `${words[language].slice(0, 20)} ${number}`
  const url = `${plantedUrl}/${language}${path}`
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebPage', name: title, url },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ '@type': 'ListItem', position: 1, name: title, item: url }],
      },
    ],
  }
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<title>${title}</title>
<meta name="description" content="${number}. ${words[language]}.">
<link rel="canonical" href="${url}">
${alternatesOf(path)}
<meta property="og:image" content="${plantedUrl}/share/${language}/${number}.png">
<script type="application/ld+json">${JSON.stringify(data)}</script>
</head>
<body>
<nav>${pages.map((one) => `<a href="/${language}${one}">${number}</a>`).join('')}<a href="https://elsewhere.example/">↗</a></nav>
<h1>${title}</h1>
<p>${`${words[language]}. `.repeat(8)}</p>
<img src="/assets/seal.svg" alt="">
</body>
</html>`
}

const html = (body: string): PlantedAnswer => ({
  ...{ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body },
})
const plain = (body: string): PlantedAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body,
})

/** Builds the site without a fault. */
export function plantSite(): PlantedSite {
  const answers = new Map<string, PlantedAnswer>()
  const known = languages.flatMap((language) => pages.map((path) => `/${language}${path}`))
  for (const path of pages) {
    for (const language of languages) answers.set(`/${language}${path}`, html(writePage(language, path)))
    answers.set(path, html(writePage('en', path)))
  }
  for (const language of languages)
    for (const number of [1, 2, 3]) answers.set(`/share/${language}/${number}.png`, plain(''))
  answers.set('/robots.txt', plain(`User-agent: *\nDisallow: /admin\nSitemap: ${plantedUrl}/sitemap.xml\n`))
  const site: PlantedSite = {
    ...{ answers, known, hasSitemap: true },
    replace(address, part, by) {
      const answer = answers.get(address)
      const body = answer?.body.replace(part, by)
      if (!answer || body === answer.body) throw new Error(`${address} has no ${part}`)
      answers.set(address, { ...answer, body: body ?? '' })
    },
    mapAgain() {
      const urls = known.map((address) => {
        const links = answers.get(address)?.body.match(/<link rel="alternate"[^>]*>/g) ?? []
        const twins = links.map((link) => link.replace('<link', '<xhtml:link').replace('>', '/>'))
        return `<url><loc>${plantedUrl}${address}</loc>${twins.join('')}</url>`
      })
      answers.set('/sitemap.xml', plain(`<?xml version="1.0"?><urlset>${urls.join('\n')}</urlset>`))
    },
    async check() {
      const ask: AskSite = async ({ path }) =>
        answers.get(path) ?? { status: 404, headers: { 'content-type': 'text/html' }, body: '' }
      const crawled = await crawlSite({
        ...{ ask, publicUrl: plantedUrl, known, hasSitemap: site.hasSitemap, mostAddresses: 1_000 },
        wantsPicture: () => true,
        onProgress() {},
      })
      return judgeSite(crawled)
    },
  }
  site.mapAgain()
  return site
}

/** Turns an address into a redirect. */
export const redirectTo = (location: string, status = 301): PlantedAnswer => ({
  ...{ status, headers: { location }, body: '' },
})
