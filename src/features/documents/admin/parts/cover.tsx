import styles from './cover.module.css'

/** The first page of a document as a small picture; an empty sheet where there is none yet. It says nothing that its title does not. */
export function Cover({ url }: { url: string | null }) {
  return (
    <span className={styles.cover} aria-hidden="true">
      {url && <img src={url} alt="" width={160} loading="lazy" decoding="async" />}
    </span>
  )
}
