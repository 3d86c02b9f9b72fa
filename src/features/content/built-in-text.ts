import type { Translate } from '#platform/catalogues.ts'
import type { ContentKey } from './contract.ts'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

const element = (tag: string, text: string) => `<${tag}>${escapeHtml(text)}</${tag}>`
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

/**
 * What the site shows for a key until the team publishes a text of its own, as simple HTML: the editor offers it as a
 * start. Empty for keys whose page does not exist yet.
 */
export function builtInText(key: ContentKey, t: Translate): string {
  switch (key) {
    case 'home-hero': {
      const lines = [t('site:hero.title.1'), t('site:hero.title.2')].map(escapeHtml)
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
    default:
      return ''
  }
}
