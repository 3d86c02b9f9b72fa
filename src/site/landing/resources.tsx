import type { PageInput } from '#site/contract.ts'
import { describePage } from '#site/metadata.ts'
import { pageAddress } from '#site/routes.ts'
import { listShareLinks } from '#site/share-links.ts'
import { Section } from './section.tsx'

interface Resource {
  name: 'docs' | 'api' | 'openapi' | 'contact'
  href: string
  external?: boolean
}

/** Links to the documentation and the API, and links to share the page or to follow the team. */
export function Resources(input: PageInput) {
  const { language, path, facts, t } = input
  const resources: Resource[] = [
    { name: 'docs', href: pageAddress('docs', input) },
    { name: 'api', href: '/api', external: true },
    { name: 'openapi', href: '/api/openapi.json', external: true },
    { name: 'contact', href: `mailto:${facts.mailboxes.general}` },
  ]
  const isFollowing = facts.socialLinks.length > 0
  const links = isFollowing
    ? facts.socialLinks
    : listShareLinks(`${facts.publicUrl}/${language}${path}`, describePage(input).title)
  const newTab = t('site:resources.new_tab')
  return (
    <Section id="resources" label={t('site:resources.label')} note={t('site:resources.note')}>
      <h2>{t('site:resources.title')}</h2>
      <p className="statement">{t('site:resources.text')}</p>
      <ul className="links">
        {resources.map(({ name, href, external }) => (
          <li key={name}>
            <a href={href} {...(external && { target: '_blank', rel: 'noopener' })}>
              <b>{t(`site:resources.${name}.title`)}</b>
              <span>
                {t(`site:resources.${name}.text`)}
                {external && <span className="unseen"> {newTab}</span>}
              </span>
              <i aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
      <div className="network-links">
        <h3>{t(isFollowing ? 'site:resources.profiles' : 'site:resources.share')}</h3>
        {links.map(({ network, url }) => (
          <a key={network} href={url} target="_blank" rel="noopener">
            {network}
            <span className="unseen"> {newTab}</span>
          </a>
        ))}
      </div>
    </Section>
  )
}
