import { directionOf, type Language } from '#shared/languages.ts'
import styles from './search-result.module.css'

interface SearchResultProps {
  /** The name of the site. */
  site: string
  /** The path of the page with its language, such as `/es/about`. */
  path: string
  title: string
  description: string
  language: Language
}

/** A page as a search engine shows it. */
export function SearchResult({ site, path, title, description, language }: SearchResultProps) {
  const steps = [location.host, ...path.split('/').filter(Boolean)]
  return (
    <div className={styles.result} lang={language} dir={directionOf(language)}>
      <div className={styles.site}>
        <img src="/icon-192.png" alt="" width="24" height="24" />
        <div>
          {site}
          <span dir="ltr">{steps.join(' › ')}</span>
        </div>
      </div>
      <p className={styles.title}>{title}</p>
      <p>{description}</p>
    </div>
  )
}
