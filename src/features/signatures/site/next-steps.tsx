import type { Translate } from '#site/contract.ts'
import type { ActivationLinks } from './activation-props.ts'

/** Where to go from here. */
export function NextSteps({ links, t }: { links: ActivationLinks; t: Translate }) {
  const cards = [
    { name: 'api', href: links.code },
    { name: 'docs', href: links.docs },
    { name: 'community', href: links.community },
  ]
  return (
    <section className="entry next" aria-labelledby="next">
      <p className="margin">
        <b id="next">{t('activation:next.title')}</b>
      </p>
      <ul className="section-body">
        {cards.map(({ name, href }) => (
          <li key={name}>
            <a href={href}>{t(`activation:next.${name}.title`)}</a>
            <p>{t(`activation:next.${name}.text`)}</p>
          </li>
        ))}
      </ul>
      <p>
        <a className="button" href={links.home}>
          {t('activation:next.home')}
        </a>
      </p>
    </section>
  )
}
