import sampleForm from '#features/badges/site/parts/form/form.css?inline'
import ledger from '#features/badges/site/sample/ledger.css?inline'
import community from '#features/early-adopters/site/parts/community.css?inline'
import sample from '#features/signatures/site/sample/sample.css?inline'
import about from '#site/about/about.css?inline'
import { About } from '#site/about/about.tsx'
import errorStyle from '#site/error/error.css?inline'
import { ErrorPage } from '#site/error/error-page.tsx'
import advantages from '#site/landing/advantages.css?inline'
import cases from '#site/landing/cases.css?inline'
import hero from '#site/landing/hero.css?inline'
import investors from '#site/landing/investors.css?inline'
import { Landing } from '#site/landing/landing.tsx'
import resources from '#site/landing/resources.css?inline'
import legal from '#site/legal/legal.css?inline'
import { Privacy } from '#site/legal/privacy.tsx'
import { Terms } from '#site/legal/terms.tsx'
import invitation from '#site/register/invitation.css?inline'
import register from '#site/register/register.css?inline'
import { Register } from '#site/register/register.tsx'
import section from '#site/styles/section.css?inline'
import identity from '#site/use-cases/identity.css?inline'
import { Identity } from '#site/use-cases/identity.tsx'
import industrial from '#site/use-cases/industrial.css?inline'
import { Industrial } from '#site/use-cases/industrial.tsx'
import sides from '#site/use-cases/sides.css?inline'
import strip from '#site/use-cases/strip.css?inline'
import transparency from '#site/use-cases/transparency.css?inline'
import { Transparency } from '#site/use-cases/transparency.tsx'
import useCase from '#site/use-cases/use-case.css?inline'
import type { PageName } from './contract.ts'
import { definePage, type PageView } from './view.ts'

const ownPages: readonly PageView[] = [
  definePage({
    name: 'landing',
    Body: Landing,
    styles: [hero, section, sampleForm, sample, advantages, cases, community, investors, resources],
  }),
  definePage({ name: 'about', Body: About, styles: [hero, section, about, invitation] }),
  definePage({
    name: 'register',
    Body: Register,
    styles: [hero, section, community, register, invitation],
  }),
  definePage({
    name: 'identity',
    Body: Identity,
    styles: [hero, section, community, useCase, identity, sides],
  }),
  definePage({
    name: 'transparency',
    Body: Transparency,
    styles: [hero, section, community, useCase, strip, transparency, sampleForm, ledger],
  }),
  definePage({
    name: 'industrial',
    Body: Industrial,
    styles: [hero, section, community, useCase, strip, industrial],
  }),
  definePage({ name: 'privacy', Body: Privacy, styles: [legal] }),
  definePage({ name: 'terms', Body: Terms, styles: [legal] }),
  definePage({ name: 'error', Body: ErrorPage, styles: [errorStyle] }),
]

const lists = import.meta.glob<readonly PageView[]>('../features/*/site/pages.ts', {
  eager: true,
  import: 'pages',
})
const views = new Map([...ownPages, ...Object.values(lists).flat()].map((view) => [view.name, view]))

/** The content of a page. @throws for a page that no feature defines */
export function getPageView(name: PageName): PageView {
  const view = views.get(name)
  if (!view) throw new RangeError(`There is no page ${name}`)
  return view
}
