import type { Translate } from '#platform/catalogues.ts'
import { escapeMarkup } from '#shared/markup.ts'
import type { ContentKey } from './contract.ts'

const element = (tag: string, text: string) => `<${tag}>${escapeMarkup(text)}</${tag}>`
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function problemText(t: Translate): string {
  const part = (name: string) => {
    const items = numbers(3).map((number) => element('li', t(`site:${name}.items.${number}`)))
    return `${element('h2', t(`site:${name}.title`))}<ul>${items.join('')}</ul>`
  }
  return part('problem') + part('answer')
}

function whyText(t: Translate): string {
  const items = numbers(4).map((number) => {
    const key = `site:advantages.items.${number}`
    return element('h3', t(`${key}.title`)) + element('p', t(`${key}.text`))
  })
  return element('h2', t('site:advantages.title')) + items.join('')
}

function casesText(t: Translate): string {
  const cases = ['identity', 'transparency', 'industrial'].map(
    (name) => element('h3', t(`site:cases.${name}.title`)) + element('p', t(`site:cases.${name}.text`)),
  )
  return element('h2', t('site:cases.title')) + cases.join('')
}

function missionText(t: Translate): string {
  const texts = ['statement', 'text.1', 'text.2'].map((name) => element('p', t(`about:mission.${name}`)))
  return element('h2', t('about:mission.title')) + texts.join('')
}

function teamText(t: Translate): string {
  const members = numbers(2).map((number) => {
    const key = `about:team.items.${number}`
    return element('h3', t(`${key}.role`)) + element('p', t(`${key}.text`))
  })
  return element('h2', t('about:team.title')) + members.join('')
}

function technologyText(t: Translate): string {
  const parts = numbers(4).map((number) => {
    const key = `about:technology.items.${number}`
    const standard = `<p><strong>${escapeMarkup(t(`${key}.standard`))}</strong></p>`
    return element('h3', t(`${key}.title`)) + standard + element('p', t(`${key}.text`))
  })
  return element('h2', t('about:technology.title')) + parts.join('')
}

function caseText(name: string, t: Translate): string {
  const key = `use-cases:${name}.comparison`
  const sides = ['problem', 'solution'].map((side) => {
    const items = numbers(3).map((number) => element('li', t(`${key}.${side}.${number}`)))
    return `${element('h3', t(`use-cases:shared.comparison.${side}`))}<ul>${items.join('')}</ul>`
  })
  return element('h2', t(`${key}.title`)) + sides.join('')
}

/**
 * The text that the site shows for a key while none is published, as simple HTML. The editor offers it as a start.
 */
export function builtInText(key: ContentKey, t: Translate): string {
  switch (key) {
    case 'home-hero': {
      const lines = [t('site:hero.title.1'), t('site:hero.title.2')].map(escapeMarkup)
      return `<h1>${lines.join('<br>')}</h1>${element('p', t('site:hero.lead'))}`
    }
    case 'home-problem':
      return problemText(t)
    case 'home-why':
      return whyText(t)
    case 'home-cases':
      return casesText(t)
    case 'home-community':
      return (
        element('h2', t('site:community.title')) +
        element('p', t('site:community.text')) +
        element('p', t('site:community.program'))
      )
    case 'about-mission':
      return missionText(t)
    case 'about-team':
      return teamText(t)
    case 'about-technology':
      return technologyText(t)
    case 'use-cases-identity':
      return caseText('identity', t)
    case 'use-cases-transparency':
      return caseText('transparency', t)
    case 'use-cases-industrial':
      return caseText('industrial', t)
  }
}
