import { Braid, Microprint } from '#ui/engraving.tsx'
import type { PageInput } from '../contract.ts'
import { listLegalLinks, listQuickLinks, type NavigationLink } from './navigation.ts'

function LinkList({ title, links, newTab }: { title: string; links: NavigationLink[]; newTab: string }) {
  if (links.length === 0) return null
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, href, external }) => (
          <li key={label}>
            <a href={href} {...(external && { target: '_blank', rel: 'noopener' })}>
              {label}
              {external && <span className="unseen"> {newTab}</span>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The foot of every page: quick links, the contact mailbox, legal links. */
export function Footer(input: PageInput) {
  const { language, facts, t } = input
  const newTab = t('site:resources.new_tab')
  const contact = [
    { label: facts.contactEmail, href: `mailto:${facts.contactEmail}` },
    { label: t('site:footer.login'), href: '/login' },
  ]
  return (
    <>
      <Microprint />
      <Braid />
      <footer>
        <div className="columns">
          <p className="serif">{t('site:footer.line')}</p>
          <LinkList title={t('site:footer.links')} links={listQuickLinks(input, t)} newTab={newTab} />
          <LinkList title={t('site:footer.contact')} links={contact} newTab={newTab} />
          <LinkList title={t('site:footer.legal')} links={listLegalLinks(language, t)} newTab={newTab} />
        </div>
        <p className="end">
          <small>{t('site:footer.copyright')}</small>
          <small>{t('site:footer.rights')}</small>
        </p>
      </footer>
    </>
  )
}
